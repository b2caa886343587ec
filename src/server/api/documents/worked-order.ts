// One order worked through for the published documents: it is valid on a bundled server of the default configuration.

import { bookHash } from '../../../venue/wire/book-codec.js'
import type { WireOutcomeBook } from '../../../venue/wire/market-schema.js'
import type { WireOrderSubmission } from '../../../venue/wire/order-schema.js'
import { ZERO_ADDRESS } from '../../../venue/wire/typed-data.js'

/** Known to everybody, so nobody's: it signs the examples and nothing else. */
export const EXAMPLE_PRIVATE_KEY = '0x5155304951553049515530495155304951553049515530495155304951553049'
export const EXAMPLE_WALLET = '0x92304b437CFf90302D2e9cEb587DFDCfbE047081'
export const EXAMPLE_HASH = '0xd58574632df81a53ec6372c02f5250325efb141c23f603becb69ee66661dd878'
/** The first sample market's. */
export const EXAMPLE_CONDITION = '0x1bdcd9a8ab213170952f914aaf22aab35b9ef222109039e647b25c71dcf23d57'
export const EXAMPLE_TOKENS = [
  '46349727052147894492011556124407268363924269933034947548345038198532230658729',
  '15368080015013819493472954537126777676687880026409209979356153287112418088019',
] as const

/** The default domain. */
export const EXAMPLE_DOMAIN = {
  name: 'Quoin Exchange',
  version: '1',
  chainId: 1_364_545_353,
  verifyingContract: '0x5155304951553049515530495155304951553049',
} as const

/** 100 tokens of the first outcome for 47 of the collateral: a BUY at 0.47. */
export const EXAMPLE_SUBMISSION: WireOrderSubmission = {
  order: {
    salt: '479249096354',
    maker: EXAMPLE_WALLET,
    signer: EXAMPLE_WALLET,
    taker: ZERO_ADDRESS,
    tokenId: EXAMPLE_TOKENS[0],
    makerAmount: '47000000',
    takerAmount: '100000000',
    expiration: '0',
    nonce: '0',
    feeRateBps: '0',
    side: '0',
    signatureType: '0',
    signature:
      '0xa9f25c92b0012875a90875a289ef084c736baf46aa00b8388cae01a953a7184376d71d5195a0d1afaebc62ef683fb0db7fb05ce5e87ff442e43828c87c026db51b',
  },
  orderType: 'GTC',
}

export const EXAMPLE_SIGN_IN = {
  message: `quoin.localhost wants you to sign in with your Ethereum account:
${EXAMPLE_WALLET}

Sign in to Quoin

URI: http://quoin.localhost
Version: 1
Chain ID: ${EXAMPLE_DOMAIN.chainId}
Nonce: q7Zk2Lw9Xb4TnR1c
Issued At: 2030-01-01T00:00:00.000Z`,
  signature:
    '0xad953e60f4fc16e32ce16ceb093f9c039a85ddb490d19b4cffbbfd81919b40270b2a8eaae2358b082e13b0ac40b0b08f466474e2cec0f5add8b1640ce52cd6731c',
}

/** The order in its book, and what others offer. */
export const EXAMPLE_BOOKS: readonly WireOutcomeBook[] = [
  {
    outcomeId: 'market-1-0',
    tokenId: EXAMPLE_TOKENS[0],
    bids: [{ price: '0.47', size: '100000000' }],
    asks: [{ price: '0.49', size: '50000000' }],
  },
  { outcomeId: 'market-1-1', tokenId: EXAMPLE_TOKENS[1], bids: [{ price: '0.5', size: '20000000' }], asks: [] },
]
export const EXAMPLE_BOOK_HASH = bookHash(EXAMPLE_BOOKS)
