// The simulation in a process of its own, over sources of which one place is another.

import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import ts from 'typescript'
import { z } from 'zod'
import { type CompiledSources, compileSources } from '../../bench/harness/compiled-sources.js'
import { INVARIANTS } from '../simulation/seeds/invariants/violation.js'

const seedLine = z.object({
  seed: z.number(),
  traceHash: z.string(),
  violated: z.enum(INVARIANTS).optional(),
  reached: z.array(z.number()),
})
export type SeedLine = z.infer<typeof seedLine>

/** `endless`: a seed took more of the processor than it may; `broken`: the process ended before its last seed. */
export type TrialEnd = 'over' | 'endless' | 'broken'

export interface TrialResult {
  readonly end: TrialEnd
  readonly seeds: readonly SeedLine[]
}

export interface TrialOptions {
  readonly seeds: readonly number[]
  /** Processor time for one seed. */
  readonly limitMs: number
  readonly probes?: number
}

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  verbatimModuleSyntax: true,
}

export class Trials {
  readonly #sources: CompiledSources
  #child: ChildProcess | undefined

  constructor(root: string) {
    this.#sources = compileSources(root)
  }

  /** `file`: as `src/risk/limits/breach.ts`. */
  write(file: string, text: string): void {
    const { outputText } = ts.transpileModule(text, { compilerOptions: OPTIONS })
    writeFileSync(join(this.#sources.root, file.replace(/\.ts$/, '.js')), outputText)
  }

  run({ seeds, limitMs, probes = 0 }: TrialOptions): Promise<TrialResult> {
    const script = join(this.#sources.root, 'test/mutation/trial-process.js')
    const args = [script, seeds.join(), `${probes}`, `${Math.ceil(limitMs)}`]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    this.#child = child
    const lines: SeedLine[] = []
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"seed"')) lines.push(seedLine.parse(JSON.parse(line)))
    })
    return new Promise((resolve) => {
      child.on('close', (_code, signal) => {
        this.#child = undefined
        const isWhole = lines.length === seeds.length || lines.some(({ violated }) => violated !== undefined)
        resolve({ seeds: lines, end: signal === 'SIGXCPU' ? 'endless' : isWhole ? 'over' : 'broken' })
      })
    })
  }

  close(): void {
    this.#child?.kill('SIGKILL')
    this.#sources.remove()
  }
}
