package decider_test

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

type (
	pathOf   struct{ X, Y float32 }
	manifold struct {
		Seen  [3]bool
		At    pathOf
		Path  [2]pathOf
		Left  int16
		Mind  complex64
		Count uint64
	}
)

// manifoldTree has a field of every kind that Describe tells.
func manifoldTree() *plain {
	var (
		hunger = blackboard.Key[float64]{Name: "hunger"}
		tries  = blackboard.Key[[]int]{Name: "tries", Scope: blackboard.Decider}
		paths  = world.System[int, pathOf]{Name: "PATHS"}
		gate   = world.Gate{Name: "DOOR", Max: 2, Cooldown: 3, AgentCooldown: 4}
		squad  = world.Squad{Name: "PINCERS", Agents: 2, Roles: []world.Role{7, 9}, KeepOthers: true}
		hand   = decider.Slot[struct{}]{Name: "HAND", Reserve: 64}
		work   = behavior.WithBlock[struct{}, manifold]{
			Name: "WORK", Tick: func(*plainContext, *manifold) behavior.Status { return behavior.Running },
			Leave: func(*plainContext, *manifold) behavior.Status { return behavior.Success }, LeaveTimeout: 1.5,
			Reset: func(*manifold) {}, Period: 0.25,
		}
	)
	shared := &plain{Name: "REST", Weight: 2, Behavior: &idle}
	return &plain{Name: "ROOT", Keys: decider.Keys{&hunger}, Children: plainChildren{
		{Name: "FLEE", DBlock: &plainDBlock{Decide: found3, Behavior: &takes}},
		{Name: "TEAM", Squad: &squad, SquadKey: keyOf, CanPlay: rolesOf, Gate: &gate, GateKey: keyOf, Cooldown: 5, Every: 6, Children: plainChildren{
			{Name: "LEFT", Role: 7, Behavior: &work, BehaviorFlags: 1 << 63, Keys: decider.Keys{&tries, &hunger}},
			{Name: "WAIT", Options: decider.Barrier},
		}},
		{Name: "ASK", DecisionFlags: decider.Check{All: 1 << 63, Any: 6, None: 8}, Behavior: &behavior.Deferred[struct{}, pathOf, int, pathOf]{
			Name: "FIND", System: &paths, Launch: func(*plainContext, *pathOf) int { return 1 },
		}},
		{Name: "HELP", StimuliFlags: stimuli.Check{All: 1, Any: 2, None: 4, NotAll: 40}, Decide: yes, Jump: "REST"},
		{Name: "BOTH", Decide: yes, Policy: decider.Concurrent, SucceedAt: 1, FailAt: 2, Children: plainChildren{
			{Name: "USE", Slot: &hand},
			{Name: "WALK", Gate: &gate, Behavior: &idle, Modifiers: decider.Modifiers{Repeat: 3, Until: decider.UntilFailure, Timeout: 9, Outcome: decider.Inverted, Limit: 8}},
			{Name: "SEEN", DecisionFlags: decider.Check{All: 4}},
			{Name: "PAUSE", Behavior: behavior.Wait[struct{}]{Name: "STAND_STILL", Seconds: 2.5}},
		}},
		{Name: "BEST", Policy: decider.Scored, Margin: 0.5, Options: decider.DelegateDecide, Children: plainChildren{shared, {Name: "PLAY", Behavior: &work}}},
	}}
}

func keyOf(*plainContext) uint64 { return 1 }

func rolesOf(*plainContext) world.RoleSet { return world.AllRoles }

// Every field of the declaration is told.
func TestDescribe(t *testing.T) {
	d := decider.MustInitializeTreeData(manifoldTree()).Describe()
	require.NoError(t, d.Validate())
	by := map[string]*description.Decider{}
	for i := range d.Deciders {
		by[d.Deciders[i].Name] = &d.Deciders[i]
	}
	assert.Equal(t, "ROOT", d.Name)
	assert.Equal(t, []description.Gate{{Name: "DOOR", Max: 2, Cooldown: 3, AgentCooldown: 4}}, d.Gates)
	assert.Equal(t, []description.Squad{{Name: "PINCERS", Agents: 2, Roles: []int{7, 9}, KeepOthers: true}}, d.Squads)
	assert.Equal(t, []description.Slot{{Name: "HAND", Reserve: 64}}, d.Slots)
	assert.Equal(t, []string{"hunger", "tries"}, []string{d.Keys[0].Name, d.Keys[1].Name})
	assert.Equal(t, declaration.DeciderScope, d.Keys[1].Scope)

	flee := by["FLEE"]
	assert.Equal(t, "decider_test.found3", flee.Decide.Name)
	assert.True(t, strings.HasPrefix(flee.Decide.String(), "decider_test.found3 (decider/"), flee.Decide)
	assert.Equal(t, "int", flee.DBlock.Name)
	assert.Equal(t, "TAKES", flee.Behavior.Name)

	team := by["TEAM"]
	assert.Equal(t, []any{0, 0, 5., 6., declaration.GroupDecider}, []any{team.Squad, team.Gate, team.Cooldown, team.Every, team.Kind()})
	assert.Equal(t, "decider_test.keyOf", team.SquadKey.Name)
	assert.Equal(t, team.SquadKey, team.GateKey)
	assert.Equal(t, "decider_test.rolesOf", team.CanPlay.Name)

	left := by["LEFT"]
	assert.Equal(t, []any{world.Role(7), behavior.BehaviorFlags(1 << 63), []int{1, 0}}, []any{left.Role, left.BehaviorFlags, left.Keys})
	work := left.Behavior
	assert.Equal(t, []any{1.5, 0.25, false, ""}, []any{work.LeaveTimeout, work.Period, work.Deferred, work.System})
	assert.Regexp(t, `^decider_test\.manifoldTree\.func at line \d+ \(decider/describe_test\.go:\d+\)$`, work.Tick.String())
	assert.NotNil(t, work.Leave)
	assert.NotNil(t, work.Reset)
	assert.Nil(t, work.Activate)
	assert.Nil(t, work.Deactivate)
	assert.Equal(t, "decider_test.manifold", work.Block.Name)
	assert.Equal(t, int(reflect.TypeFor[manifold]().Size()), work.Block.Size)

	find := by["ASK"].Behavior
	assert.True(t, find.Deferred)
	assert.Equal(t, "PATHS", find.System)
	assert.NotNil(t, find.Activate, "its Launch")
	assert.Nil(t, find.Tick, "its Done")
	assert.Equal(t, decider.Check{All: 1 << 63, Any: 6, None: 8}, by["ASK"].DecisionFlags)

	assert.Equal(t, stimuli.Check{All: 1, Any: 2, None: 4, NotAll: 40}, by["HELP"].StimuliFlags)
	assert.Equal(t, []any{"REST", declaration.ReferenceDecider}, []any{by["HELP"].Jump, by["HELP"].Kind()})
	assert.Equal(t, []any{0, declaration.SlotDecider}, []any{by["USE"].Slot, by["USE"].Kind()})
	assert.Equal(t, []any{decider.Concurrent, 1, 2}, []any{by["BOTH"].Policy, by["BOTH"].SucceedAt, by["BOTH"].FailAt})
	assert.Equal(t, decider.Modifiers{Repeat: 3, Until: decider.UntilFailure, Timeout: 9, Outcome: decider.Inverted, Limit: 8}, by["WALK"].Modifiers)
	assert.Equal(t, 0, by["WALK"].Gate)
	assert.Equal(t, []any{decider.Scored, 0.5, decider.DelegateDecide}, []any{by["BEST"].Policy, by["BEST"].Margin, by["BEST"].Options})
	assert.Equal(t, 2., by["REST"].Weight)
	assert.Equal(t, declaration.ConditionDecider, by["SEEN"].Kind())
	pause := by["PAUSE"].Behavior
	assert.Equal(t, []any{"STAND_STILL", true, 2.5}, []any{pause.Name, pause.Delayed, pause.Period})
	assert.NotNil(t, pause.Tick)
	assert.Nil(t, pause.Activate)
	assert.Nil(t, by["WAIT"].Behavior)
	assert.Equal(t, []any{decider.Barrier, declaration.BehaviorDecider, -1, -1, -1},
		[]any{by["WAIT"].Options, by["WAIT"].Kind(), by["WAIT"].Gate, by["WAIT"].Squad, by["WAIT"].Slot})
}

// Places have the same names and numbers in descriptions, states and events.
func TestDescribePlaces(t *testing.T) {
	for seed := range uint64(30) {
		tree, err := decider.InitializeTreeData(randomtree.RandomTree(randomtree.RandomSource(seed)))
		if err != nil {
			continue
		}
		d := tree.Describe()
		memory := tree.NewMemory(nil, 1)
		requirements := tree.MemoryRequirements()
		assert.Equal(t, requirements.Bytes, d.Size)
		rank := 0
		for s, next := memory.StateAt(0, false); next >= 0; s, next = memory.StateAt(next, false) {
			require.Equal(t, s.Place, d.Order[rank])
			p := d.Places[s.Place]
			of := d.Deciders[p.Decider]
			require.Equal(t, []any{s.Decider.Name, s.Depth, s.Index, s.Kind, s.Policy, s.Options, s.Children, s.BlockSize, s.BehaviorFlags},
				[]any{of.Name, p.Depth, p.Index, of.Kind(), of.Policy, of.Options, len(p.Children), p.BlockSize, of.BehaviorFlags})
			require.True(t, strings.HasSuffix(p.Path, s.Decider.Name))
			rank++
		}
		require.Equal(t, len(d.Places), rank)
	}
	assert.Nil(t, (*decider.Tree[struct{}])(nil).Describe())
}

// A shared decider is told once and stands in several places.
func TestDescribeShared(t *testing.T) {
	d := decider.MustInitializeTreeData(rich()).Describe()
	rest := slices.IndexFunc(d.Deciders, func(of description.Decider) bool { return of.Name == "REST" })
	var paths []string
	for _, p := range d.Places {
		if p.Decider == rest {
			paths = append(paths, p.Path)
		}
	}
	assert.Equal(t, []string{"ROOT > ONCE > REST", "ROOT > SCORED > SHUFFLE > REST"}, paths)
}

// The description is of what was compiled, whatever becomes of the declaration.
func TestDescribeKeepsTheDeclaration(t *testing.T) {
	root := manifoldTree()
	tree := decider.MustInitializeTreeData(root)
	before := tree.Describe()
	root.Children[1].Cooldown, root.Children[1].Children, root.Name = 77, nil, "OTHER"
	assert.Equal(t, before, tree.Describe())
}

// As JSON it is whole, and the same again when it is read.
func TestDescriptionAsJSON(t *testing.T) {
	trees := []*description.Tree{
		decider.MustInitializeTreeData(manifoldTree()).Describe(), decider.MustInitializeTreeData(rich()).Describe(),
		decider.MustInitializeTreeData(lasting()).Describe(),
	}
	for seed := range uint64(30) {
		if tree, err := decider.InitializeTreeData(randomtree.RandomTreeSet(randomtree.RandomSource(seed), 0).Root); err == nil {
			trees = append(trees, tree.Describe())
		}
	}
	require.Greater(t, len(trees), 15)
	for _, d := range trees {
		require.NoError(t, d.Validate())
		text, err := json.Marshal(d)
		require.NoError(t, err)
		var again description.Tree
		require.NoError(t, json.Unmarshal(text, &again))
		require.Equal(t, d, &again)
		require.NoError(t, again.Validate())
	}
	text, err := json.Marshal(trees[0])
	require.NoError(t, err)
	assert.NotRegexp(t, `"(children|keys|places|order|slots|gates|squads|fields|roles|values)":null`, string(text))
	for _, part := range []string{
		`"decisionFlags":{"all":"0x8000000000000000","any":"0x6","none":"0x8"}`, `"stimuliFlags":{"all":"0x1","any":"0x2","none":"0x4","notAll":"0x28"}`, `"policy":"Concurrent"`, `"options":"DelegateDecide"`,
		`"modifiers":{"repeat":3,"until":"UntilFailure","timeout":9,"outcome":"Inverted","limit":8}`, `"scope":"Decider"`, `"kind":"SlotDecider"`, `"kind":"ConditionDecider"`, `"delayed":true`,
		`"behaviorFlags":"0x8000000000000000"`,
	} {
		assert.Contains(t, string(text), part)
	}
}

// Whatever changes what a tick does or where things lie changes the fingerprint; moving a function does not.
func TestFingerprint(t *testing.T) {
	d := decider.MustInitializeTreeData(manifoldTree()).Describe()
	require.Equal(t, d.Fingerprint, decider.MustInitializeTreeData(manifoldTree()).Describe().Fingerprint)
	changed := 0
	eachLeaf(reflect.ValueOf(d).Elem(), "", func(at string, v reflect.Value) {
		var was reflect.Value = reflect.New(v.Type()).Elem()
		was.Set(v)
		switch v.Kind() {
		case reflect.String:
			v.SetString(v.String() + "x")
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Float64:
			v.SetFloat(v.Float() + 1)
		case reflect.Int:
			v.SetInt(v.Int() + 1)
		case reflect.Uint8, reflect.Uint64:
			v.SetUint(v.Uint() ^ 1)
		case reflect.Pointer:
			v.SetZero()
		default:
			t.Fatalf("%s is a %v", at, v.Kind())
		}
		changed++
		before := d.Fingerprint
		moved := strings.HasSuffix(at, ".File") || strings.HasSuffix(at, ".Line") ||
			slices.ContainsFunc([]string{"Decide", "Key", "CanPlay", "Activate", "Tick", "Deactivate", "Leave", "Reset"}, func(f string) bool { return strings.HasSuffix(at, f+"!.Name") })
		if at != ".Fingerprint" && before != resealed(d).Fingerprint == moved {
			t.Errorf("%s: the fingerprint is another: %v", at, !moved)
		}
		d.Fingerprint = before
		v.Set(was)
	})
	assert.Greater(t, changed, 300)
	assert.NoError(t, d.Validate())
}

// eachLeaf calls f for each value inside v that has no parts; and for each pointer.
func eachLeaf(v reflect.Value, at string, f func(at string, v reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			eachLeaf(v.Field(i), at+"."+v.Type().Field(i).Name, f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachLeaf(v.Index(i), at+"["+strconv.Itoa(i)+"]", f)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			f(at, v)
			eachLeaf(v.Elem(), at+"!", f)
		}
	default:
		f(at, v)
	}
}

// Descriptions that Describe did not make are refused.
func TestDescriptionValidate(t *testing.T) {
	for name, change := range map[string]func(d *description.Tree){
		"no deciders":             func(d *description.Tree) { d.Deciders = nil },
		"no places":               func(d *description.Tree) { d.Places = nil },
		"a child that is not":     func(d *description.Tree) { d.Deciders[0].Children[0] = len(d.Deciders) },
		"a child below 0":         func(d *description.Tree) { d.Deciders[0].Children[0] = -1 },
		"its own descendant":      func(d *description.Tree) { d.Deciders[2].Children[0] = 0 },
		"one nowhere":             func(d *description.Tree) { d.Deciders[0].Children[0] = 3 },
		"more places":             func(d *description.Tree) { d.Places = append(d.Places, d.Places[1]) },
		"fewer in order":          func(d *description.Tree) { d.Order = d.Order[1:] },
		"another order":           func(d *description.Tree) { slices.Reverse(d.Order) },
		"another parent":          func(d *description.Tree) { place(d, "LEFT").Parent = 0 },
		"another path":            func(d *description.Tree) { d.Places[1].Path = "ROOT > REST" },
		"another child":           func(d *description.Tree) { d.Places[0].Children[0]++ },
		"a key that is not":       func(d *description.Tree) { d.Deciders[0].Keys[0] = 9 },
		"a gate that is not":      func(d *description.Tree) { d.Deciders[2].Gate = 9 },
		"a squad that is not":     func(d *description.Tree) { d.Deciders[2].Squad = -2 },
		"a slot that is not":      func(d *description.Tree) { d.Deciders[2].Slot = 1 },
		"a policy that is not":    func(d *description.Tree) { d.Deciders[2].Policy = 99 },
		"flags that are not":      func(d *description.Tree) { d.Deciders[2].Options = 128 },
		"an outcome that is not":  func(d *description.Tree) { d.Deciders[2].Modifiers.Outcome = 9 },
		"no number":               func(d *description.Tree) { d.Deciders[2].Weight = math.NaN() },
		"an endless gate":         func(d *description.Tree) { d.Gates[0].Cooldown = math.Inf(1) },
		"an empty gate":           func(d *description.Tree) { d.Gates[0].Max = 0 },
		"a squad of nobody":       func(d *description.Tree) { d.Squads[0].Agents = 0 },
		"a role that is not":      func(d *description.Tree) { d.Squads[0].Roles[0] = 256 },
		"too large a reserve":     func(d *description.Tree) { d.Slots[0].Reserve = declaration.MaxReserve + 1 },
		"no name":                 func(d *description.Tree) { d.Deciders[3].Name = "" },
		"a long name":             func(d *description.Tree) { d.Deciders[3].Name = strings.Repeat("x", 1<<17) },
		"another name":            func(d *description.Tree) { d.Name = "OTHER" },
		"no size":                 func(d *description.Tree) { d.Size = 0 },
		"a block outside":         func(d *description.Tree) { place(d, "LEFT").BlockAt = d.Size },
		"a block of another size": func(d *description.Tree) { place(d, "LEFT").BlockSize-- },
		"a value outside":         func(d *description.Tree) { d.Values[0].At = -8 },
		"a value of no key":       func(d *description.Tree) { d.Values[0].Key = 7 },
		"a value of no place":     func(d *description.Tree) { d.Values[0].Place = 777 },
		"a field outside":         func(d *description.Tree) { left(d).Behavior.Block.Fields[1].Offset = 1000 },
		"a field of no kind":      func(d *description.Tree) { left(d).Behavior.Block.Fields[3].Kind = "thing" },
		"a field too small":       func(d *description.Tree) { left(d).Behavior.Block.Fields[3].Size = 1 },
		"an array too long":       func(d *description.Tree) { left(d).Behavior.Block.Fields[0].Len = math.MaxInt },
		"an array of nothing":     func(d *description.Tree) { left(d).Behavior.Block.Fields[0].Fields = nil },
		"a block too large":       func(d *description.Tree) { left(d).Behavior.Block.Size = 1 << 17 },
		"a crooked block":         func(d *description.Tree) { left(d).Behavior.Block.Align = 3 },
		"deferred without block":  func(d *description.Tree) { left(d).Behavior.Block, left(d).Behavior.Deferred = nil, true },
		"a DBlock alone":          func(d *description.Tree) { left(d).DBlock = left(d).Behavior.Block },
		"a scope that is not":     func(d *description.Tree) { d.Keys[0].Scope = 3 },
	} {
		t.Run(name, func(t *testing.T) {
			d := decider.MustInitializeTreeData(manifoldTree()).Describe()
			change(d)
			err := resealed(d).Validate()
			var e *description.Error
			require.ErrorAs(t, err, &e)
			require.ErrorIs(t, err, description.Err)
			assert.NotEmpty(t, e.Where)
			assert.NotEqual(t, "fingerprint", e.Where)
			assert.Less(t, len(err.Error()), 400)
		})
	}
	d := decider.MustInitializeTreeData(manifoldTree()).Describe()
	d.Deciders[1].Cooldown++
	assert.ErrorContains(t, d.Validate(), "fingerprint")
	assert.ErrorIs(t, (*description.Tree)(nil).Validate(), description.Err)
}

func place(d *description.Tree, name string) *description.Place {
	return &d.Places[slices.IndexFunc(d.Places, func(p description.Place) bool { return strings.HasSuffix(p.Path, " "+name) })]
}

func left(d *description.Tree) *description.Decider {
	return &d.Deciders[place(d, "LEFT").Decider]
}

// A description that doubles at every level is refused before it is unfolded.
func TestDescriptionThatUnfoldsForEver(t *testing.T) {
	d := decider.MustInitializeTreeData(manifoldTree()).Describe()
	for range 200 {
		next := len(d.Deciders) + 1
		of := d.Deciders[1]
		of.Children = []int{next, next, next}
		d.Deciders = append(d.Deciders, of)
	}
	d.Deciders = append(d.Deciders, d.Deciders[1])
	d.Deciders[0].Children[0] = len(d.Deciders) - 201
	assert.ErrorContains(t, resealed(d).Validate(), "more than 65535 places")
}

// resealed is the Description with the fingerprint of what is in it.
func resealed(d *description.Tree) *description.Tree {
	d.Fingerprint = d.Sum()
	return d
}
