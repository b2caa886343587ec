// Settings of the bundled server (`quoin serve`). An empty file serves a venue with a few quiet markets.

import { z } from 'zod'
import { worldSchema } from '../venue/simulated/traders/schema.js'
import { faultSpec } from '../venue/wire/fault-schema.js'
import { clobMarketStatus, marketStatus, RESERVED_MARKET_IDS } from '../venue/wire/market-schema.js'
import { address } from '../venue/wire/primitives.js'
import { classLimits, SANDBOX_CHAIN_ID, typedData, windowLimits } from '../venue/wire/profile.js'
import { configuredMatch, slug } from './match-schema.js'

const feeRateBps = z.int().min(0).max(1000)
/** Raw units: text, because they may exceed what a number carries. */
const rawUnits = z
  .union([z.string().regex(/^\d{1,30}$/), z.int().min(0)], { error: 'expected raw token units, such as 10000' })
  .transform(String)
const rate = z.number().min(0).max(1)

export const configuredKey = z.strictObject({
  name: z.string().min(1).max(64).describe('Shown beside the key where the server prints its keys'),
  tier: z.enum(['DEFAULT', 'PRO', 'MM', 'INTERNAL']).default('DEFAULT').describe('Class of limits'),
  key: z
    .string()
    .min(8)
    .max(200)
    .optional()
    .describe('The secret itself; a fresh one by default, printed at the start'),
})

export const configuredMarket = z
  .strictObject({
    question: z.string().min(1).describe('What is asked'),
    id: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .refine((id) => !RESERVED_MARKET_IDS.includes(id), { error: 'expected another id: /markets/grouped is a route' })
      .optional()
      .describe('Market id; market-<n> by default'),
    description: z.string().optional().describe('More about the question'),
    outcomes: z
      .tuple([z.string().min(1), z.string().min(1)])
      .default(['Yes', 'No'])
      .describe('Names of the outcomes'),
    category: z.string().optional().describe('Category'),
    tags: z.array(slug).default([]).describe('Slugs of tags'),
    groupSlug: slug.optional().describe('Slug of its group'),
    tickSize: z
      .union([z.string(), z.number()])
      .transform(String)
      .pipe(z.string().regex(/^0\.\d{1,9}$/, { error: 'expected a decimal fraction such as 0.01' }))
      .default('0.01')
      .describe('Price step'),
    minOrderSize: rawUnits.optional().describe('Smallest order in raw token units; one share by default'),
    sizeStep: rawUnits.optional().describe('Size step in raw token units; a hundredth of a share by default'),
    startsInSec: z.number().optional().describe('Shown start of trading, seconds from the start of the server'),
    endsInSec: z.number().positive().optional().describe('End, seconds from the start of the server'),
    endTimestamp: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('End as a date; a week from the start by default'),
    feeRateBps: feeRateBps.optional().describe('Fee override in basis points; inherited by default'),
    status: marketStatus.default('OPEN').describe('Status at the start; RESOLVED means that the first outcome won'),
    clobMarketStatus: clobMarketStatus
      .optional()
      .describe('On-chain registration at the start; as `registration` says by default'),
    registersInSec: z
      .number()
      .min(0)
      .optional()
      .describe('Seconds until a PENDING market is registered; never by itself without it'),
    registrationFails: z.boolean().default(false).describe('Whether that registration fails'),
    resolvesTo: z
      .union([z.literal(0), z.literal(1), z.literal('cancelled')], { error: 'expected 0, 1 or cancelled' })
      .optional()
      .describe('Outcome that wins after the end, or cancelled; open by default'),
    resolvesAfterSec: z.number().min(0).default(2).describe('Seconds from the end to that resolution'),
    match: slug.optional().describe('Match whose times the market shows'),
    mirrorSlug: z.string().optional().describe('Slug of the mirrored event'),
    betTypeName: z.string().optional().describe('Sports bet type'),
    incomplete: z.boolean().default(false).describe('Listed without outcome token ids'),
  })
  .refine((m) => m.endsInSec === undefined || m.endTimestamp === undefined, {
    error: 'expected at most one of endsInSec, endTimestamp',
    path: ['endsInSec'],
  })
export type ConfiguredMarket = z.output<typeof configuredMarket>

const group = z.strictObject({
  slug: slug.describe('Key of the group'),
  title: z.string().min(1).describe('Shown title'),
  description: z.string().optional().describe('More about the group'),
  groupType: z.string().optional().describe('Kind of group, such as sports or crypto'),
  tagSlug: slug.optional().describe('Tag of the group'),
})

const tag = z.strictObject({
  slug: slug.describe('Key of the tag'),
  name: z.string().min(1).describe('Shown name'),
  feeRateBps: feeRateBps.optional().describe("Fee of its markets in basis points; its parent's by default"),
  parentSlug: slug.optional().describe('Makes it a sub-tag of another tag'),
  archived: z.boolean().default(false).describe('Hides the tag and its markets'),
})

const chain = z.strictObject({
  chainId: z
    .int()
    .positive()
    .default(SANDBOX_CHAIN_ID)
    .describe('Chain id of signatures; the default is the bundled one'),
  exchange: address.default('0x5155304951553049515530495155304951553049').describe('Exchange contract'),
  domainName: z.string().min(1).default('Quoin Exchange').describe('Name in the signing domain'),
  domainVersion: z.string().min(1).default('1').describe('Version in the signing domain'),
})

const collateral = z.strictObject({
  address: address.default('0x5155304951553049515530495155304951550001').describe('Token contract'),
  symbol: z.string().min(1).default('USDQ').describe('Symbol'),
  decimals: z.int().min(2).max(18).default(6).describe('Decimals of collateral and outcome tokens'),
})

const siwe = z.strictObject({
  domain: z.string().min(1).default('quoin.localhost').describe('Domain that sign-in messages must name'),
  uri: z.url().default('http://quoin.localhost').describe('Address that sign-in messages must name'),
  statement: z.string().default('Sign in to Quoin').describe('Statement suggested to clients'),
  nonceTtlSec: z.number().positive().default(600).describe('Life of a nonce'),
  accessTtlSec: z.number().positive().default(3600).describe('Life of an access token'),
  refreshTtlSec: z.number().positive().default(604_800).describe('Life of a refresh token'),
  maxSkewSec: z.number().min(0).default(60).describe('How far a client clock may run ahead'),
})

const switches = z.strictObject({
  privateEvents: z.boolean().default(true).describe('Send order and balance events to signed-in accounts'),
  seq: z.boolean().default(true).describe('Number the events of a room'),
  hash: z.boolean().default(true).describe('Publish book hashes'),
  mutedRooms: z.array(z.string()).default([]).describe('Condition ids whose room stays silent'),
})
export type ServerSwitches = z.output<typeof switches>

const https = z
  .strictObject({
    certFile: z.string().min(1).optional().describe('Certificate in PEM; one for localhost is made without it'),
    keyFile: z.string().min(1).optional().describe('Its private key in PEM'),
    saveCertFile: z
      .string()
      .min(1)
      .optional()
      .describe('File that the certificate is written to at each start, for clients to trust (NODE_EXTRA_CA_CERTS)'),
    redirectPort: z
      .int()
      .min(0)
      .max(65_535)
      .optional()
      .describe('Port that redirects plain HTTP to HTTPS; none by default'),
  })
  .refine((h) => (h.certFile === undefined) === (h.keyFile === undefined), {
    error: 'expected both of certFile, keyFile or neither',
    path: ['keyFile'],
  })

const connections = z
  .strictObject({
    headTimeoutMs: z
      .int()
      .min(100)
      .default(10_000)
      .describe('Milliseconds for the head of a request, and for the handshakes of TLS and of a socket client'),
    requestTimeoutMs: z
      .int()
      .min(100)
      .default(30_000)
      .describe('Milliseconds for a whole request, at least headTimeoutMs'),
    backlogChars: z
      .int()
      .min(1000)
      .default(16_000_000)
      .describe('Characters of events that may wait for a socket client that reads slowly'),
    perAddress: z.int().min(1).default(2000).describe('Connections of one IP address at one time'),
  })
  .refine((c) => c.headTimeoutMs <= c.requestTimeoutMs, {
    error: 'expected at least headTimeoutMs',
    path: ['requestTimeoutMs'],
  })

const faults = z.strictObject({
  allowed: z.boolean().default(true).describe('Whether clients may make faults with POST /sandbox/faults'),
  start: z
    .array(faultSpec)
    .default([])
    .describe('Faults from the start, each as POST /sandbox/faults takes it; some keys belong to some kinds'),
})

export const serverConfig = z.strictObject({
  name: z.string().min(1).default('Quoin sandbox').describe('Name of the venue'),
  host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  port: z.int().min(0).max(65_535).default(8787).describe('Port; 0 picks a free one'),
  seed: z.int().min(0).default(1).describe('Seed of ids, failures and the world'),
  chain: chain.prefault({}).describe('Where orders would settle'),
  typedData: typedData.shape.variant.describe('12 fields with the side, or the 10 of the specification'),
  collateral: collateral.prefault({}).describe('Collateral token'),
  siwe: siwe.prefault({}).describe('Sign-in with a wallet'),
  sharedKey: z.string().min(8).max(200).optional().describe('The anonymous key; a fresh one by default'),
  keys: z.array(configuredKey).default([]).describe('Personal keys that exist from the start'),
  tiers: z
    .strictObject({
      ANONYMOUS: classLimits.partial().optional(),
      DEFAULT: classLimits.partial().optional(),
      PRO: classLimits.partial().optional(),
      MM: classLimits.partial().optional(),
      INTERNAL: classLimits.partial().optional(),
    })
    .prefault({})
    .describe(
      'Request budgets that differ from the usual ones: <tier>.<class>.perSecond and perMinute for ANONYMOUS, DEFAULT, PRO, MM, INTERNAL and read, write, cancel, account',
    ),
  tags: z.array(tag).default([]).describe('Tags; those that only markets name are made'),
  groups: z.array(group).default([]).describe('Market groups; those that only markets name are made'),
  matches: z.array(configuredMatch).default([]).describe('Sports matches'),
  markets: z.array(configuredMarket).optional().describe('Markets; three samples by default, none with a world'),
  hiddenBetTypes: z.array(z.string()).default([]).describe('Bet types left out with excludeBetTypeFilters'),
  globalFeeRateBps: feeRateBps.default(0).describe('Fee where neither market nor tag has one, in basis points'),
  fees: z
    .strictObject({ makerPays: z.boolean().default(false).describe('Whether makers pay the rate they signed') })
    .prefault({})
    .describe('Who pays fees; takers always do'),
  referral: z
    .strictObject({
      rewardBps: z
        .int()
        .min(0)
        .max(10_000)
        .default(1000)
        .describe("Part of the referees' fees that is paid, in basis points"),
    })
    .prefault({})
    .describe('Referral programme'),
  registration: z
    .strictObject({
      delaySec: z.number().min(0).default(0).describe('Seconds that new markets stay PENDING; 0 lists them REGISTERED'),
      failureRate: rate.default(0).describe('Part of these registrations that fail'),
    })
    .prefault({})
    .describe('On-chain registration of new markets'),
  settlement: z
    .strictObject({
      delayMs: z.number().min(0).default(1500).describe('Milliseconds from a match to its settlement'),
      failureRate: rate.default(0).describe('Part of the settlements that fail'),
    })
    .prefault({})
    .describe('The simulated chain'),
  stopMatchingBeforeSec: z.number().min(0).default(5).describe('Seconds before its expiration an order is not matched'),
  maxOpenOrders: z
    .int()
    .min(1)
    .default(5000)
    .describe('Orders of one wallet that may rest or wait for settlement at one time'),
  keepEndedHours: z
    .number()
    .positive()
    .default(24)
    .describe(
      'Hours that an order stays known which came to nothing and has expired, and what the traders of the world did among themselves; trades of other wallets stay for good',
    ),
  accounts: z
    .array(
      z.strictObject({
        address: address.describe('Wallet'),
        collateral: z.int().min(1).describe('Collateral in whole units'),
      }),
    )
    .default([])
    .describe('Wallets with collateral from the start'),
  switches: switches.prefault({}).describe('What the socket tells beyond the specification'),
  https: https.optional().describe('Serve HTTPS instead of HTTP'),
  cors: z
    .array(z.string().min(1))
    .default([])
    .describe('Origins whose pages may call the server; "*" lets all, none by default'),
  signatureWorkers: z
    .int()
    .min(0)
    .max(64)
    .optional()
    .describe('Threads that check signatures, 0 for none; one less than the processors by default, at most 4'),
  socketLimits: windowLimits
    .prefault({ perSecond: 100, perMinute: 3000 })
    .describe('Messages that one socket client may send'),
  maxSockets: z.int().min(1).default(10_000).describe('Socket clients at one time'),
  connections: connections.prefault({}).describe('What a connection may take'),
  faults: faults.prefault({}).describe('What goes wrong on purpose'),
  world: z
    .union([z.enum(['demo', 'calm']), worldSchema], { error: 'expected demo, calm or a section with keys' })
    .optional()
    .describe('Living markets and traders: a preset or its settings'),
})
export type ServerConfig = z.output<typeof serverConfig>
export type ServerConfigInput = z.input<typeof serverConfig>
