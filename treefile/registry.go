package treefile

import (
	"sync"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Registry has what the trees in files name: the functions, behaviors and so on that a game's code offers to its designers.
// All fields are optional. Declare it as a package-level variable, and share it by its address: gates, squads and slots that
// a file declares are made once, and every tree that the Registry loads has the same.
//
// A Registry must not change while it is used. Any number of goroutines may use it.
type Registry[A any] struct {
	Decides  map[string]func(*behavior.Context[A]) float64       // for decide
	KeyFuncs map[string]func(*behavior.Context[A]) uint64        // for squadKey and gateKey
	CanPlays map[string]func(*behavior.Context[A]) world.RoleSet // for canPlay

	// Behaviors go by their own names. A *behavior.Given among them takes its parameter from the file. What the file
	// leaves out of it, or all of it, is as in its Value. Files need no entry for behavior.Wait, Succeed and Fail.
	Behaviors []behavior.Runner[A]
	DBlocks   map[string]decider.Handover[A] // for dblock: the *decider.DBlock of each name

	Gates  []*world.Gate      // those that code names too; a file declares others
	Squads []*world.Squad     // likewise
	Slots  []*decider.Slot[A] // likewise; trees are plugged into slots by their address

	Keys         []decider.Key         // blackboard keys, by their own names
	Declarations []*decider.Decider[A] // for copy, by their own names
	Names        debugprint.Names      // of flags and stimuli; flags without a name are "0x10" in a file

	mutex  sync.Mutex
	gates  map[string]*world.Gate // made for files, by name
	squads map[string]*world.Squad
	slots  map[string]*decider.Slot[A]
}

// Load reads a tree from a file's text. file is its name, for messages alone. The tree is the file's declaration,
// initialized; with [Registry.Declaration] you get the declaration itself.
//
// The error is of type [Errors] and has everything that is wrong with the file, also the faults that
// decider.InitializeTreeData finds, each with its line. A nil Registry knows no names.
func (r *Registry[A]) Load(file string, text []byte) (*decider.Tree[A], error) {
	_, tree, err := r.load(file, text)
	return tree, err
}

// Declaration is [Registry.Load] for the declaration, which may be copied, stand below others, and be changed before it is
// initialized. It has been checked.
func (r *Registry[A]) Declaration(file string, text []byte) (*decider.Decider[A], error) {
	root, _, err := r.load(file, text)
	return root, err
}

func (r *Registry[A]) load(file string, text []byte) (root *decider.Decider[A], tree *decider.Tree[A], err error) {
	if r == nil {
		r = new(Registry[A])
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	l := loading{report: &report{file: file, data: text}, known: r.known()}
	if d := l.load(text); d != nil {
		root = raising[A]{r, map[*declared]*decider.Decider[A]{}}.decider(d)
		if tree, err = decider.InitializeTreeData(root); err != nil {
			l.faults(err)
		}
	}
	if err := l.err(); err != nil {
		return nil, nil, err
	}
	return root, tree, nil
}

// Save returns a declaration as a file's text, indented, with a line feed at its end. The declaration need not be valid.
//
// The error is of type [Errors] and names everything that has no name in the Registry, such as a function literal.
// [Collect] makes a Registry that has names for all.
func (r *Registry[A]) Save(root *decider.Decider[A]) ([]byte, error) {
	if r == nil {
		r = new(Registry[A])
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	s := saving{report: &report{}, known: r.known()}
	text := s.save(lowering[A]{}.decider(root))
	return text, s.err()
}

// Schema returns a JSON Schema (draft 2020-12) for the files that this Registry loads: editors complete the names of its
// functions, behaviors and flags, and mark others as errors. A nil Registry allows all names.
func (r *Registry[A]) Schema() []byte {
	if r == nil {
		return schema(nil)
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return schema(r.known())
}

// Collect makes a Registry of all that some declarations use, so that they can be saved, and files that use the same can be
// loaded. Functions have their own names, with the package only where two would be the same. A function literal is called
// after its line, so a file that names it fits this version of the program alone. names are those of flags.
func Collect[A any](names debugprint.Names, roots ...*decider.Decider[A]) *Registry[A] {
	r := &Registry[A]{Names: names}
	l, c := lowering[A]{}, collecting{r.known(), map[*declared]bool{}}
	for _, root := range roots {
		c.collect(l.decider(root))
	}
	r.take(c.known)
	return r
}
