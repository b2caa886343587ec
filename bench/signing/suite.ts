// How long signing an order takes, and checking one, against viem in the same run.

import type { CaseSpec, Figure, Suite } from '../harness/figure.js'

const spec = (what: string, path: string): CaseSpec => ({ module: 'signing/signing-case.js', args: { what, path } })

const figure = (what: string, path: string, words: string): Figure => ({
  name: `${what}-${path}`,
  unit: 'us',
  what: `${words}, EIP-712 hash included`,
  subject: spec(what, path),
  baseline: { ...spec(what, 'viem'), sources: 'here', name: 'viem' },
  ratio: 'better',
  runs: 15,
  warmUps: 3,
})

export const signingSuite: Suite = {
  name: 'signing',
  figures: [
    figure('sign', 'wasm', 'an order signed in WebAssembly'),
    figure('sign', 'native', 'an order signed by native code'),
    figure('verify', 'wasm', "an order's signer found in WebAssembly"),
    figure('verify', 'native', "an order's signer found by native code"),
  ],
}
