// Names the tests that passed at their second try only: a race, in the test or in what it tests.

import type { Reporter, TestCase } from 'vitest/node'

/** Added to vitest's own reporter. */
export default class SecondTries implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    // one that is expected to fail has a second try too
    if (test.diagnostic()?.flaky && !test.options.fails)
      this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    for (const name of this.#names) console.log(`passed at the second try: ${name}`)
  }
}
