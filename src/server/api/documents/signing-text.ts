// What an order signs, in words: the domain and type of this server, and where the example comes from.

import type { TypedDataProfile } from '../../../venue/wire/profile.js'
import { orderTypes } from '../../../venue/wire/typed-data.js'
import { EXAMPLE_HASH, EXAMPLE_PRIVATE_KEY } from './worked-order.js'

export function signingText({ variant, domain }: TypedDataProfile): string {
  const { name, version, chainId, verifyingContract } = domain
  const fields = orderTypes(variant).Order.map((field) => `${field.type} ${field.name}`)
  return `\`signature\` is that of the wallet \`maker\` over the EIP-712 digest of the order, which is also the \`orderHash\`. Domain of this
server: name \`${name}\`, version \`${version}\`, chainId \`${chainId}\`, verifyingContract \`${verifyingContract}\` (\`GET /\` has it as data).
Type, in this order: \`Order(${fields.join(',')})\`.

The example buys 100 tokens at 0.47. It is signed for the domain and the first market of a bundled server with the default
configuration, by the private key \`${EXAMPLE_PRIVATE_KEY}\`, which is public and of no other use, and its digest is
\`${EXAMPLE_HASH}\`: a signer that makes the same signature of the same fields is right. Before it can rest there its wallet needs
collateral from \`POST /sandbox/faucet\`.`
}
