// The values that examples are made of: one market, one order and one wallet, the same in every body.

import {
  EXAMPLE_BOOK_HASH,
  EXAMPLE_BOOKS,
  EXAMPLE_CONDITION,
  EXAMPLE_DOMAIN,
  EXAMPLE_HASH,
  EXAMPLE_TOKENS,
  EXAMPLE_WALLET,
} from './worked-order.js'

const AT = '2030-01-01T12:00:00.000Z'
const AT_MS = Date.parse(AT)
const OTHER_HASH = `0x${'ab'.repeat(32)}`
const OTHER_WALLET = '0x1111111111111111111111111111111111111111'

/** Candidates for a field in the order of preference, its owner's own before everybody's. */
export function exampleValues(owner: string, field: string): readonly unknown[] {
  return [...(VALUES[`${owner}.${field}`] ?? []), ...(VALUES[field] ?? [])]
}

const WHOLE_AMOUNTS = {
  amount: ['5000000'],
  available: ['953000000'],
  locked: ['28200000'],
  pending: ['18800000'],
  'Pagination.total': [1],
  'Pnl.total': ['750000'],
  total: ['1000000000'],
  // one of the positions
  'data.available': ['60000000'],
  'data.locked': ['30000000'],
  'data.pending': ['10000000'],
  'data.total': ['100000000'],
  paid: ['100000000'],
  originalSize: ['100000000'],
  filledSize: ['30000000'],
  remainingSize: ['60000000'],
  pendingSize: ['10000000'],
  minOrderSize: ['1000000'],
  sizeStep: ['10000'],
  size: ['40000000'],
  volume: ['18800000'],
  volume24h: ['18800000'],
  liquidity: ['47000000', 'taker'],
  fee: ['0'],
  fees: ['0'],
  pnl: ['750000'],
  realized: ['1000000'],
  unrealized: ['-250000'],
}

const PRICES = {
  price: ['0.47'],
  tickSize: ['0.01'],
  lastPrice: ['0.47'],
  bestBid: ['0.46'],
  bestAsk: ['0.48'],
  open: ['0.45'],
  high: ['0.48'],
  low: ['0.44'],
  close: ['0.47'],
  open24h: ['0.45'],
  high24h: ['0.48'],
  low24h: ['0.44'],
}

const IDS = {
  id: ['market-1'],
  'User.id': ['user_1'],
  'OwnProfile.id': ['user_1'],
  'Tag.id': ['tag_1'],
  'MarketGroup.id': ['group_1'],
  'Comment.id': ['comment_1'],
  'ApiKey.id': ['key_1'],
  'CreatedApiKey.id': ['key_1'],
  'rejected.id': ['0xunknown'],
  marketId: ['market-1'],
  marketIds: [['market-1']],
  conditionId: [EXAMPLE_CONDITION],
  conditionIds: [[EXAMPLE_CONDITION]],
  accepted: [true, false, [EXAMPLE_CONDITION]],
  outcomeId: ['market-1-0'],
  winningOutcomeId: [null, 'market-1-0'],
  tokenId: [EXAMPLE_TOKENS[0]],
  complementTokenId: [EXAMPLE_TOKENS[1]],
  groupId: ['group_1'],
  'Market.groupId': [null],
  tradeId: ['trade_1'],
  matchId: ['final'],
  parentId: [null, 'comment_0'],
  orderHash: [EXAMPLE_HASH],
  orderHashes: [[EXAMPLE_HASH]],
  hash: [EXAMPLE_BOOK_HASH],
  account: [EXAMPLE_WALLET],
  address: [EXAMPLE_WALLET],
  'collateral.address': ['0x5155304951553049515530495155304951550001'],
  'referees.address': [OTHER_WALLET],
  'paid.account': [OTHER_WALLET],
  referredBy: [OTHER_WALLET],
  exchange: [EXAMPLE_DOMAIN.verifyingContract],
}

const TIMES = {
  createdAt: [AT],
  updatedAt: [AT],
  timestamp: [AT],
  referredAt: [AT],
  start: [AT],
  end: ['2030-01-08T12:00:00.000Z'],
  startTimestamp: [null],
  'Market.matchStartTime': [null],
  'Market.matchEndTime': [null],
  endTimestamp: ['2030-01-08T12:00:00.000Z'],
  matchStartTime: [AT],
  matchEndTime: ['2030-01-01T14:00:00.000Z'],
  ts: [AT_MS],
  expiresAt: [AT_MS + 3_600_000],
  expiresIn: [3600],
  expiration: ['0'],
  minute: [12],
}

const TEXTS = {
  name: ['Yes'],
  '.name': ['weather'],
  'Tag.name': ['Weather'],
  'ApiKey.name': ['maker'],
  'CreatedApiKey.name': ['maker'],
  'collateral.symbol': ['USDQ'],
  slug: ['weather'],
  'MarketGroup.slug': ['harbour-cup'],
  'MarketGroup.tagSlug': ['sports'],
  'MarketGroup.description': ['The last four.'],
  tagSlug: ['weather'],
  title: ['Harbour Cup'],
  question: ['Will it rain in Northvale this week?'],
  description: ['As the weather office of Northvale reports it.'],
  mirrorSlug: [null],
  betTypeName: [null],
  category: ['weather'],
  groupType: ['sports'],
  league: ['Cup'],
  home: ['Harbour', 1],
  away: ['Vale', 0],
  text: ['Clouds from the west.'],
  username: ['alice_1'],
  'referees.username': ['bob_2'],
  code: ['QUOIN7'],
  version: ['1.0.0'],
  channels: [['orderbook', 'trades']],
  key: ['qk_3Zq8Lw2Xb9TnR4c7Vd1Mf6Hs'],
  prefix: ['qk_3Zq8'],
  accessToken: ['yWllKs3lyW6IFinbmgZIZsDceNORQRfa'],
  refreshToken: ['Evv4gbyTxrPtPxB1PvG51YcZ9D9ADBju'],
  nonce: ['0'],
  '.nonce': ['q7Zk2Lw9Xb4TnR1c'],
  'NonceRaised.nonce': ['1'],
  reason: ['expired'],
  'rejected.reason': ['unknown conditionId'],
}

const COUNTS = {
  index: [0],
  decimals: [6],
  page: [1],
  pageSize: [60],
  totalPages: [1],
  hasNext: [false],
  hasPrev: [false],
  feeRateBps: [0],
  feeRateBpsOverride: [null],
  count: [1],
  cancelled: [1],
  cleared: [1],
  seq: [12],
  rank: [1],
  trades: [1],
  trades24h: [1],
  marketCount: [1],
  rewardBps: [1000],
  refereeCount: [1],
  isFinal: [false],
  ok: [true],
  changed: [true],
  volumeUsd: [18.8],
  feesUsd: [0.19],
  rewardUsd: [0.02],
  downlineVolumeUsd: [18.8],
  lifetimeRewardUsd: [0.02],
  currentEpochRewardUsd: [0.02],
  paidUsd: [0],
  unpaidUsd: [0.02],
}

const STATES = {
  clobMarketStatus: ['REGISTERED'],
  'Order.status': ['partially_filled'],
  status: ['OPEN', 'settled', 'open'],
  'Score.status': ['LIVE'],
  side: ['BUY'],
  interval: ['1h'],
}

const tokens = EXAMPLE_TOKENS.map((tokenId, i) => ({ outcomeId: `market-1-${i}`, tokenId }))

/** Both outcomes of the market, and one of two orders that could not be cancelled. */
const LISTS = {
  'Market.outcomes': [
    tokens.map((token, i) => ({
      ...token,
      name: ['Yes', 'No'][i],
      index: i,
      complementTokenId: EXAMPLE_TOKENS[1 - i],
    })),
  ],
  books: [EXAMPLE_BOOKS],
  bestBids: [EXAMPLE_BOOKS.map(({ bids, asks: _asks, ...token }) => ({ ...token, bestBid: bids[0] }))],
  failed: [
    [
      {
        orderHash: OTHER_HASH,
        error: `cannot be cancelled: orderHash: ${OTHER_HASH} is filled`,
        code: 'not_cancellable',
      },
    ],
  ],
}

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  ...WHOLE_AMOUNTS,
  ...PRICES,
  ...IDS,
  ...TIMES,
  ...TEXTS,
  ...COUNTS,
  ...STATES,
  ...LISTS,
}
