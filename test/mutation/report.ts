// What a mutation run came to: by folder, and the mutants that nothing was seen of.

import type { Verdict } from './verdict.js'

export interface FolderFigures {
  readonly folder: string
  /** Mutants that are programs. */
  readonly mutants: number
  readonly killed: number
  readonly survived: number
  readonly unreached: number
  /** Of all, and of those that a seed reaches, percent. */
  readonly killedPercent: number
  readonly killedOfReachedPercent: number
}

export interface MutationFigures {
  readonly folders: readonly FolderFigures[]
  readonly all: FolderFigures
  readonly refused: number
  readonly survivors: readonly Verdict[]
}

export function figuresOf(verdicts: readonly Verdict[], folders: readonly string[]): MutationFigures {
  const of = (folder: string) => verdicts.filter(({ file }) => file.startsWith(`${folder}/`))
  return {
    folders: folders.map((folder) => countIn(folder, of(folder))),
    all: countIn('all', verdicts),
    refused: verdicts.filter(({ verdict }) => verdict === 'refused').length,
    survivors: verdicts.filter(({ verdict }) => verdict === 'survived' || verdict === 'unreached'),
  }
}

function countIn(folder: string, verdicts: readonly Verdict[]): FolderFigures {
  const count = (which: Verdict['verdict']) => verdicts.filter(({ verdict }) => verdict === which).length
  const [killed, survived, unreached] = [count('killed'), count('survived'), count('unreached')]
  const percent = (of: number) => (of === 0 ? 100 : Math.round((1000 * killed) / of) / 10)
  return {
    ...{ folder, mutants: killed + survived + unreached, killed, survived, unreached },
    killedPercent: percent(killed + survived + unreached),
    killedOfReachedPercent: percent(killed + survived),
  }
}

export function linesOf({ folders, all, refused, survivors }: MutationFigures): string[] {
  const row = (one: FolderFigures) =>
    `${one.folder}: ${one.killed} of ${one.mutants} killed (${one.killedPercent} %), ${one.survived} survived, ${one.unreached} not reached; of what is reached ${one.killedOfReachedPercent} %`
  return [...survivors.map(inOneLine), ...folders.map(row), row(all), `${refused} refused by the compiler`]
}

const LONGEST = 90

/** Where it is, what was changed, and what was seen of it. */
export function inOneLine({ file, line, mutator, original, replacement, verdict, by, seed, ...seen }: Verdict): string {
  const short = (text: string) => {
    const flat = text.replaceAll(/\s+/g, ' ')
    return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat
  }
  const how =
    verdict === 'killed' ? `killed by ${by}${seed === undefined ? '' : ` in seed ${seed}`}` : seenOf(verdict, seen)
  return `${file}:${line} ${mutator}: ${short(original)} -> ${short(replacement)}: ${how}`
}

function seenOf(verdict: Verdict['verdict'], { played, changed }: { played: number; changed: number }): string {
  return verdict === 'survived' ? `survived ${played} seeds, ${changed} of them another run` : verdict
}
