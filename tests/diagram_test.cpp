#include "diagram_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace hexa {
namespace {

const StopFlag never;

using Tuple = std::vector<Label>;
using TupleSet = std::set<Tuple>;

// The node that holds these tuples, all of `store.levels() - level` labels.
NodeId node_of(DiagramStore& store, int level, const TupleSet& tuples) {
    if (level == store.levels()) return tuples.empty() ? kEmptySet : kTerminal;
    std::map<Label, TupleSet> below;
    for (const Tuple& tuple : tuples) below[tuple[0]].emplace(tuple.begin() + 1, tuple.end());
    std::vector<Edge> edges;
    for (const auto& [label, rest] : below) {
        edges.emplace_back(label, node_of(store, level + 1, rest));
    }
    return store.make(level, edges);
}

template <typename Nodes>
void collect(const Nodes& store, int level, NodeId node, Tuple& prefix, TupleSet& out) {
    if (level == store.levels()) {
        if (node == kTerminal) out.insert(prefix);
        return;
    }
    for (const Edge edge : store.edges(level, node)) {
        prefix.push_back(edge.label());
        collect(store, level + 1, edge.child(), prefix, out);
        prefix.pop_back();
    }
}

template <typename Nodes>
TupleSet tuples_of(const Nodes& store, NodeId node) {
    TupleSet out;
    Tuple prefix;
    collect(store, 0, node, prefix, out);
    return out;
}

TupleSet random_set(std::mt19937_64& random, int levels, int labels, int tuples) {
    TupleSet set;
    for (int i = 0; i < tuples; ++i) {
        Tuple tuple;
        for (int level = 0; level < levels; ++level) {
            tuple.push_back(static_cast<Label>(random() % labels * 1000));
        }
        set.insert(tuple);
    }
    return set;
}

TupleSet united(TupleSet a, const TupleSet& b) {
    a.insert(b.begin(), b.end());
    return a;
}

TEST(Diagram, HoldsWhatWasPutIn) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200; ++i) {
        const int levels = static_cast<int>(random() % 4) + 1;
        MemoryBudget budget;
        DiagramStore store(levels, budget, never);
        const TupleSet set = random_set(random, levels, 5, static_cast<int>(random() % 100));
        EXPECT_EQ(tuples_of(store, node_of(store, 0, set)), set);
    }
}

TEST(Diagram, EqualSetsAreOneNodeAndUnionsAreUnions) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 20; ++i) {
        const int levels = static_cast<int>(random() % 4) + 1;
        MemoryBudget budget;
        DiagramStore store(levels, budget, never);
        std::map<TupleSet, NodeId> nodes{{{}, kEmptySet}};
        std::map<NodeId, TupleSet> sets{{kEmptySet, {}}};
        for (int j = 0; j < 300; ++j) {
            TupleSet set;
            NodeId node = kEmptySet;
            if (j % 3 == 0) {
                set = random_set(random, levels, 4, static_cast<int>(random() % 30));
                node = node_of(store, 0, set);
            } else {
                const auto& [a, a_set] = *std::next(sets.begin(), random() % sets.size());
                const auto& [b, b_set] = *std::next(sets.begin(), random() % sets.size());
                set = united(a_set, b_set);
                node = store.unite(0, a, b);
            }
            const auto [known, is_new] = nodes.emplace(set, node);
            ASSERT_EQ(known->second, node);
            if (is_new) {
                ASSERT_TRUE(sets.emplace(node, set).second) << "two sets, one node";
            }
            ASSERT_EQ(tuples_of(store, node), set);
        }
    }
}

TEST(Diagram, EdgesAreSortedAndLeadNowhereEmpty) {
    std::mt19937_64 random(3);
    MemoryBudget budget;
    DiagramStore store(3, budget, never);
    NodeId all = kEmptySet;
    for (int i = 0; i < 50; ++i) {
        all = store.unite(0, all, node_of(store, 0, random_set(random, 3, 9, 20)));
    }
    std::array roots{all};
    const Diagram diagram = store.freeze(roots);
    for (int level = 0; level < 3; ++level) {
        for (NodeId node = 1; node <= diagram.node_count(level); ++node) {
            const auto edges = diagram.edges(level, node);
            ASSERT_FALSE(edges.empty());
            for (std::size_t i = 0; i < edges.size(); ++i) {
                ASSERT_NE(edges[i].child(), kEmptySet);
                if (i != 0) {
                    ASSERT_LT(edges[i - 1].label(), edges[i].label());
                }
            }
        }
        EXPECT_TRUE(diagram.edges(level, kEmptySet).empty());
    }
}

// All that a diagram holds, as numbers.
std::vector<std::uint64_t> all_words(const Diagram& diagram) {
    std::vector<std::uint64_t> words;
    for (int level = 0; level < diagram.levels(); ++level) {
        for (NodeId node = 1; node <= diagram.node_count(level); ++node) {
            words.push_back(node);
            for (const Edge edge : diagram.edges(level, node)) words.push_back(edge.word());
        }
    }
    return words;
}

// Whatever else was made in the store and in what order: the extract has the same nodes, and no
// others.
TEST(Diagram, ExtractsAreNumberedByTheSetsAlone) {
    std::mt19937_64 random(4);
    MemoryBudget budget;
    for (int i = 0; i < 50; ++i) {
        const int levels = static_cast<int>(random() % 4) + 1;
        const std::array sets{random_set(random, levels, 6, 60), TupleSet{},
                              random_set(random, levels, 6, 60)};
        const auto extract_among = [&](int litter) {
            DiagramStore store(levels, budget, never);
            for (int j = 0; j < litter; ++j) {
                (void)node_of(store, 0, random_set(random, levels, 6, 20));
            }
            std::vector<NodeId> roots;
            for (const TupleSet& set : sets) roots.push_back(node_of(store, 0, set));
            const Diagram diagram = store.extract(roots);
            for (std::size_t j = 0; j < sets.size(); ++j) {
                EXPECT_EQ(tuples_of(diagram, roots[j]), sets[j]);
            }
            return all_words(diagram);
        };
        EXPECT_EQ(extract_among(0), extract_among(30));
    }
}

TEST(Diagram, ImportedAndFrozenSetsStayTheSame) {
    std::mt19937_64 random(5);
    MemoryBudget budget;
    for (int i = 0; i < 50; ++i) {
        const int levels = static_cast<int>(random() % 4) + 1;
        DiagramStore merged(levels, budget, never);
        std::vector<TupleSet> sets;
        std::vector<NodeId> nodes;
        for (int j = 0; j < 4; ++j) {
            DiagramStore store(levels, budget, never);
            std::vector<NodeId> roots;
            for (int k = 0; k < 3; ++k) {
                sets.push_back(random_set(random, levels, 4, static_cast<int>(random() % 40)));
                roots.push_back(node_of(store, 0, sets.back()));
            }
            const Diagram diagram = store.extract(roots);
            for (const NodeId node : merged.import(diagram, roots)) nodes.push_back(node);
        }
        for (std::size_t j = 0; j < sets.size(); ++j) {
            EXPECT_EQ(tuples_of(merged, nodes[j]), sets[j]);
            for (std::size_t k = 0; k < j; ++k) {
                EXPECT_EQ(nodes[j] == nodes[k], sets[j] == sets[k]);
            }
        }
        std::size_t node_count = 0;
        std::size_t edge_count = 0;
        for (int level = 0; level < levels; ++level) {
            node_count += merged.node_count(level);
            edge_count += merged.edge_count(level);
        }
        const Diagram frozen = merged.freeze(nodes);
        for (std::size_t j = 0; j < sets.size(); ++j) {
            EXPECT_EQ(tuples_of(frozen, nodes[j]), sets[j]);
        }
        EXPECT_EQ(all_words(frozen).size(), node_count + edge_count);
    }
}

TEST(Diagram, ClearForgets) {
    MemoryBudget budget;
    DiagramStore store(2, budget, never);
    std::mt19937_64 random(5);
    for (int i = 0; i < 3; ++i) {
        const TupleSet a = random_set(random, 2, 5, 10);
        const TupleSet b = random_set(random, 2, 5, 10);
        const NodeId both = store.unite(0, node_of(store, 0, a), node_of(store, 0, b));
        EXPECT_EQ(tuples_of(store, both), united(a, b));
        store.clear();
        EXPECT_EQ(store.node_count(0), 0u);
        EXPECT_EQ(store.edge_count(1), 0u);
    }
}

TEST(Diagram, ChargesWhatItHoldsAndGivesItBack) {
    MemoryBudget budget;
    {
        DiagramStore store(2, budget, never);
        std::mt19937_64 random(6);
        (void)node_of(store, 0, random_set(random, 2, 500, 20000));
        const std::size_t held = (store.edge_count(0) + store.edge_count(1)) * sizeof(Edge);
        const std::size_t before = budget.used();
        EXPECT_GE(before, held);
        const Diagram frozen = store.freeze({});
        EXPECT_GE(budget.used(), held);
        EXPECT_LT(budget.used(), before);
    }
    EXPECT_EQ(budget.used(), 0u);
}

TEST(Diagram, StopsWhenToldTo) {
    MemoryBudget budget;
    StopFlag stop;
    DiagramStore store(2, budget, stop);
    std::mt19937_64 random(8);
    std::array roots{node_of(store, 0, random_set(random, 2, 5, 10))};
    stop.raise();
    EXPECT_THROW((void)node_of(store, 0, random_set(random, 2, 5, 10)), Stopped);
    EXPECT_THROW((void)store.extract(roots), Stopped);
    EXPECT_THROW((void)store.freeze(roots), Stopped);
}

TEST(Diagram, ASpentBudgetIsAnError) {
    MemoryBudget budget(1 << 16);
    std::mt19937_64 random(7);
    EXPECT_THROW(
        {
            DiagramStore store(2, budget, never);
            (void)node_of(store, 0, random_set(random, 2, 1000, 100000));
        },
        BudgetSpent);
    EXPECT_EQ(budget.used(), 0u);
    EXPECT_LE(budget.peak(), budget.limit());
}

}  // namespace
}  // namespace hexa
