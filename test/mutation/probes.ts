// Tells which mutants a seed reaches: the statements that have one note that they were begun.

import ts from 'typescript'
import type { Mutant } from './mutant.js'

/** What a probed program notes in, an element a probe. */
export const NOTED = 'probesReached'

interface Insertion {
  readonly at: number
  readonly text: string
  /** Of two at one place: what is nested deeper is closed first and opened last. */
  readonly rank: number
}

export interface Probed {
  readonly text: string
  /** The probe of each mutant; `undefined`: it runs when its file is loaded, which is always. */
  readonly probes: readonly (number | undefined)[]
}

/** `first`: number of the first probe. */
export function probed(file: string, text: string, mutants: readonly Mutant[], first: number): Probed {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true)
  const numbers = new Map<ts.Node, number>()
  const probes = mutants.map((mutant) => {
    const place = placeOf(source, mutant)
    if (place === undefined) return undefined
    const number = numbers.get(place) ?? first + numbers.size
    numbers.set(place, number)
    return number
  })
  const insertions = [...numbers].flatMap(([place, number]) => around(place, source, number))
  insertions.sort((a, b) => a.at - b.at || a.rank - b.rank)
  let [result, at] = ['', 0]
  for (const insertion of insertions) {
    result += text.slice(at, insertion.at) + insertion.text
    at = insertion.at
  }
  return { text: result + text.slice(at), probes }
}

/** The innermost statement, or body of an arrow function, that holds it. */
function placeOf(source: ts.SourceFile, { start, end }: Mutant): ts.Node | undefined {
  let place: ts.Node | undefined
  const visit = (node: ts.Node): void => {
    if (node.getStart(source) > start || node.end < end) return
    if (isBegun(node)) place = node
    ts.forEachChild(node, visit)
  }
  visit(source)
  return place
}

/** What belongs to a function: the rest runs at the start. */
function isBegun(node: ts.Node): boolean {
  if (ts.isSourceFile(node) || ts.isBlock(node)) return false
  const { parent } = node
  if (ts.isArrowFunction(parent) && node === parent.body) return true
  return ts.isStatement(node) && ts.findAncestor(parent, ts.isFunctionLike) !== undefined
}

function around(place: ts.Node, source: ts.SourceFile, number: number): Insertion[] {
  const note = `globalThis.${NOTED}[${number}]=1`
  const at = place.getStart(source)
  let depth = 0
  for (let node: ts.Node | undefined = place; node !== undefined; node = node.parent) depth++
  const closed = (text: string) => ({ at: place.end, text, rank: -depth })
  if (!ts.isStatement(place)) return [{ at, text: `(${note},`, rank: depth }, closed(')')]
  const { parent } = place
  const isListed = ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent) || ts.isSourceFile(parent)
  return isListed ? [{ at, text: `${note};`, rank: depth }] : [{ at, text: `{${note};`, rank: depth }, closed('}')]
}
