// A chain to which nothing goes while it is not certain that the wallet is ours: as of orders, that is asked last. What was sent before is looked
// at all the same, and goes on once it is certain again.

import type { Failure } from '../domain/error.js'
import type { Chain } from './chain-port.js'

/** `refusal`: why nothing may be sent now. */
export function withheldChain(chain: Chain, refusal: () => string | undefined): Chain {
  const withheld = (): Failure | undefined => {
    const message = refusal()
    return message === undefined ? undefined : { code: 'withdrawn', message }
  }
  return {
    terms: chain.terms,
    read: (done, former) => chain.read(done, former),
    sign(act, terms, done) {
      const failure = withheld()
      if (failure === undefined) chain.sign(act, terms, done)
      else done({ ok: false, failure })
    },
    send(signed, done) {
      const failure = withheld()
      if (failure === undefined) chain.send(signed, done)
      else done({ ok: false, failure })
    },
    look: (signed, done) => chain.look(signed, done),
  }
}
