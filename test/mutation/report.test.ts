import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { figuresOf, linesOf } from './report.js'
import { type Verdict, Verdicts } from './verdict.js'

const one = (file: string, verdict: Verdict['verdict'], more: Partial<Verdict> = {}): Verdict => ({
  ...{ key: `${file}/${verdict}/${more.line ?? 1}`, file, line: 1, mutator: 'EqualityOperator', original: '<' },
  ...{ replacement: '<=', verdict, played: 3, changed: 1, ...more },
})

it('counts what was killed of what is a program, by folder, and names the rest', () => {
  const verdicts = [
    one('src/risk/a.ts', 'killed', { by: 'exposure', seed: 3 }),
    one('src/risk/a.ts', 'survived', { line: 7 }),
    one('src/risk/b.ts', 'unreached'),
    one('src/risk/b.ts', 'refused'),
    one('src/state/c.ts', 'killed', { by: 'endless' }),
  ]
  const figures = figuresOf(verdicts, ['src/risk', 'src/state'])
  expect(figures.folders[0]).toEqual({
    ...{ folder: 'src/risk', mutants: 3, killed: 1, survived: 1, unreached: 1 },
    ...{ killedPercent: 33.3, killedOfReachedPercent: 50 },
  })
  expect(linesOf(figures)).toEqual([
    'src/risk/a.ts:7 EqualityOperator: < -> <=: survived 3 seeds, 1 of them another run',
    'src/risk/b.ts:1 EqualityOperator: < -> <=: unreached',
    'src/risk: 1 of 3 killed (33.3 %), 1 survived, 1 not reached; of what is reached 50 %',
    'src/state: 1 of 1 killed (100 %), 0 survived, 0 not reached; of what is reached 100 %',
    'all: 2 of 4 killed (50 %), 1 survived, 1 not reached; of what is reached 66.7 %',
    '1 refused by the compiler',
  ])
})

it('a run goes on from its file, in which the last word counts, and refuses another file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-mutation-'))
  try {
    const path = join(folder, 'verdicts.jsonl')
    const survivor = one('src/risk/a.ts', 'survived')
    const former = new Verdicts(path)
    former.add(survivor)
    former.add({ ...survivor, verdict: 'killed', by: 'ledger', seed: 4 })
    expect(new Verdicts(path).get(survivor.key)).toMatchObject({ verdict: 'killed', by: 'ledger' })
    writeFileSync(path, 'something else\n')
    expect(() => new Verdicts(path)).toThrow('line 1: expected a verdict, got something else')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
