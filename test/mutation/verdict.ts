// What became of each mutant, a line each in a file that the next run goes on from.

import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * `killed`: an invariant was violated, the program broke, or a seed did not end. `survived`: none of that in any seed that reaches it.
 * `unreached`: no seed does. `refused`: by the compiler.
 */
export const VERDICTS = ['killed', 'survived', 'unreached', 'refused'] as const

const verdictLine = z.object({
  key: z.string(),
  file: z.string(),
  line: z.number(),
  mutator: z.string(),
  original: z.string(),
  replacement: z.string(),
  verdict: z.enum(VERDICTS),
  /** The invariant, `broken` or `endless`. */
  by: z.string().optional(),
  /** The seed that killed it. */
  seed: z.number().optional(),
  /** Seeds played, and those of them in which anything that could be seen was another. */
  played: z.number(),
  changed: z.number(),
})
export type Verdict = z.infer<typeof verdictLine>

export class Verdicts {
  readonly #path: string
  /** The last of each mutant. */
  readonly #byKey = new Map<string, Verdict>()

  /** Throws for a file that is something else. */
  constructor(path: string) {
    this.#path = path
    if (!existsSync(path)) return
    for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
      if (line === '') continue
      const read = verdictLine.safeParse(parsed(line))
      if (!read.success) throw new Error(`${path}, line ${index + 1}: expected a verdict, got ${line.slice(0, 80)}`)
      this.#byKey.set(read.data.key, read.data)
    }
  }

  get(key: string): Verdict | undefined {
    return this.#byKey.get(key)
  }

  add(verdict: Verdict): void {
    this.#byKey.set(verdict.key, verdict)
    appendFileSync(this.#path, `${JSON.stringify(verdict)}\n`)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
