// Aliases of a YAML text that cannot be followed: without an anchor, inside of what they stand for, or standing for too much.

import { type Document, isAlias, isCollection, isNode, isPair, type Node } from 'yaml'

/** Nodes of a whole file once its aliases are followed. Far above any configuration, far below what hurts. */
const MOST_NODES = 100_000

export interface AliasProblem {
  /** Of the alias in the text. */
  readonly offset: number
  readonly text: string
}

class Follower {
  readonly problems: AliasProblem[] = []
  readonly #anchors = new Map<string, Node>()
  readonly #sizes = new Map<Node, number>()
  readonly #open = new Set<Node>()

  /** Nodes that this one stands for, in the order of the text: an alias means the last anchor before it. */
  size(node: unknown): number {
    if (isPair(node)) return this.size(node.key) + this.size(node.value)
    if (!isNode(node)) return 0
    if (isAlias(node)) return this.#aliased(node.source, node.range?.[0] ?? 0)
    if ('anchor' in node && typeof node.anchor === 'string') this.#anchors.set(node.anchor, node)
    if (!isCollection(node)) return 1
    this.#open.add(node)
    const size = node.items.reduce<number>((sum, item) => sum + this.size(item), 1)
    this.#open.delete(node)
    this.#sizes.set(node, size)
    return size
  }

  #aliased(name: string, offset: number): number {
    const target = this.#anchors.get(name)
    const size = target === undefined ? 0 : (this.#sizes.get(target) ?? 1)
    if (target === undefined) this.#fail(offset, `*${name}: expected an anchor &${name} above it, got none`)
    else if (this.#open.has(target))
      this.#fail(offset, `*${name}: expected an end, got an alias inside of what it stands for`)
    else if (size > MOST_NODES) this.#fail(offset, `*${name}: expected at most ${MOST_NODES} values, got ${size}`)
    else return size
    return 1
  }

  #fail(offset: number, text: string): void {
    this.problems.push({ offset, text })
  }
}

/** Empty when every alias can be followed and the whole stays small. */
export function aliasProblems(document: Document): readonly AliasProblem[] {
  // a file without keys is no configuration: it may be that of a secret
  if (isAlias(document.contents)) return [{ offset: 0, text: 'expected a section with keys, got an alias' }]
  const follower = new Follower()
  const size = follower.size(document.contents)
  if (follower.problems.length > 0 || size <= MOST_NODES) return follower.problems
  return [{ offset: 0, text: `expected at most ${MOST_NODES} values once aliases are followed, got ${size}` }]
}
