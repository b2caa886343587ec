// `npm run mutate -- [--folder F] [--sample N] [--seeds N] [--pool N] [--draw D] [--out FILE] [--again] [--json]`: changes one place of the sources at a
// time, and sees whether the simulation finds it. Goes on where a run with the same file was ended; `--again` judges anew what survived there.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../src/domain/random.js'
import { handTool, wholeFrom } from '../hand-tool.js'
import { Compiles } from './compiles.js'
import { findMutants } from './find-mutants.js'
import { Judge } from './judge.js'
import { keyOf, type Mutant } from './mutant.js'
import { figuresOf, inOneLine, linesOf } from './report.js'
import { type Verdict, Verdicts } from './verdict.js'

const FOLDERS = ['src/risk', 'src/execution', 'src/state', 'src/venue/session']

interface Asked {
  readonly folder: readonly string[]
  readonly sample: number
  readonly seeds: number
  readonly pool: number
  readonly draw: number
  readonly out: string
  readonly again: boolean
  readonly json: boolean
}

const values = handTool(
  'mutate',
  'Changes one place of the sources at a time, and sees whether the simulation finds it.',
)
  .option('--folder <folders...>', 'where', FOLDERS)
  .option('--sample <n>', 'how many changes', wholeFrom(1), 100)
  .option('--seeds <n>', 'how many simulations may look for each', wholeFrom(1), 30)
  .option('--pool <n>', 'among how many seeds those that reach it are looked for', wholeFrom(1), 60)
  .option('--draw <n>', 'which sample', wholeFrom(0), 1)
  .option('--out <file>', 'where verdicts are kept: a run that was ended goes on from there', 'quoin-mutation.jsonl')
  .option('--again', 'judge anew what survived there', false)
  .option('--json', 'one line for a machine', false)
  .parse()
  .opts<Asked>()

interface Keyed {
  readonly key: string
  readonly mutant: Mutant
}

/** All of them, the same every time. */
function mutantsIn(folder: string): Keyed[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const file = `${folder}/${name}`
      const times = new Map<string, number>()
      return findMutants(file, readFileSync(file, 'utf8')).map((mutant) => {
        const same = keyOf(mutant, 0)
        const nth = times.get(same) ?? 0
        times.set(same, nth + 1)
        return { key: keyOf(mutant, nth), mutant }
      })
    })
}

/** A larger sample of the same draw begins with the smaller one. */
function drawn(all: readonly Keyed[], count: number): Keyed[] {
  const random = seededRandom(values.draw, 'mutants')
  const left = all.map((one) => ({ one, at: random.next() })).sort((a, b) => a.at - b.at)
  return left.slice(0, count).map(({ one }) => one)
}

const root = process.cwd()
const say = (line: string) => {
  if (!values.json) console.log(line)
}
const folders = values.folder.map((folder) => folder.replace(/\/$/, ''))
const sample = drawn(folders.flatMap(mutantsIn), values.sample)
const verdicts = new Verdicts(values.out)
const compiles = new Compiles(root, [...new Set(sample.map(({ mutant }) => mutant.file))])
const judge = new Judge({
  ...{ root, mutants: sample.map(({ mutant }) => mutant), say },
  accepts: (file, text) => compiles.accepts(join(root, file), text),
  seeds: Array.from({ length: Math.max(values.pool, values.seeds) }, (_, index) => index + 1),
  most: values.seeds,
})
const isOpen = (verdict: Verdict | undefined) =>
  verdict === undefined || (values.again && (verdict.verdict === 'survived' || verdict.verdict === 'unreached'))
try {
  for (const [index, { key, mutant }] of sample.entries()) {
    if (!isOpen(verdicts.get(key))) continue
    const { file, line, mutator, original, replacement } = mutant
    const verdict = { key, file, line, mutator, original, replacement, ...(await judge.judge(index)) }
    verdicts.add(verdict)
    say(`${index + 1} of ${sample.length}: ${inOneLine(verdict)}`)
  }
} finally {
  judge.close()
}
const figures = figuresOf(
  sample.flatMap(({ key }) => verdicts.get(key) ?? []),
  folders,
)
if (values.json) console.log(JSON.stringify(figures))
else for (const line of linesOf(figures)) console.log(line)
