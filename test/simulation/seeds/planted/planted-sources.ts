// The sources compiled once, with one fault planted at a time.

import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import ts from 'typescript'
import { type CompiledSources, compileSources } from '../../../../bench/harness/compiled-sources.js'
import { type SeedResult, seedResult } from '../seed-result.js'
import type { PlantedFault } from './planted-fault.js'

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  verbatimModuleSyntax: true,
}

export class PlantedSources {
  readonly #sources: CompiledSources
  readonly #root: string

  constructor(root: string) {
    this.#root = root
    this.#sources = compileSources(root)
  }

  remove(): void {
    this.#sources.remove()
  }

  /** The first seed of these that violates what the fault is said to violate. */
  async find(
    { file, edits, violates }: PlantedFault,
    seeds: { readonly from: number; readonly until: number },
  ): Promise<SeedResult | undefined> {
    const compiled = join(this.#sources.root, 'src', `${file}.js`)
    const whole = readFileSync(compiled, 'utf8')
    let text = readFileSync(join(this.#root, 'src', `${file}.ts`), 'utf8')
    for (const { from, to } of edits) {
      if (!text.includes(from)) throw new Error(`${file}: expected ${from}`)
      text = text.replaceAll(from, () => to)
    }
    writeFileSync(compiled, ts.transpileModule(text, { compilerOptions: OPTIONS }).outputText)
    try {
      return await this.#play(seeds, ({ violations }) =>
        violations.some(({ invariant }) => violates.includes(invariant)),
      )
    } finally {
      writeFileSync(compiled, whole)
    }
  }

  /** One process for all of them, ended at the first. */
  #play(
    { from, until }: { readonly from: number; readonly until: number },
    isFound: (result: SeedResult) => boolean,
  ): Promise<SeedResult | undefined> {
    const script = join(this.#sources.root, 'test/simulation/seeds/seeds-process.js')
    const child = spawn(process.execPath, [script, `${from}`, `${until}`, '1'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let found: SeedResult | undefined
    createInterface({ input: child.stdout }).on('line', (line) => {
      const result = seedResult.parse(JSON.parse(line))
      if (found !== undefined || !isFound(result)) return
      found = result
      child.kill()
    })
    return new Promise((resolve, reject) => {
      child.on('close', (code) => {
        if (found === undefined && code !== 0) reject(new Error(`the seeds ended with ${code}`))
        else resolve(found)
      })
    })
  }
}
