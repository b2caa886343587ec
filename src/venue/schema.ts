// Settings of the venue: where it is, with which key and wallet, and how paper trading stands in for it.
// Secrets are named by file or environment variable; NAME_FILE in the environment names a file that holds NAME.

import { z } from 'zod'
import { QUEUE_MODELS } from './simulated/fills/queue-models.js'
import { ASSUMPTION_NAMES } from './wire/assumptions.js'
import { address } from './wire/primitives.js'
import { venueProfile } from './wire/profile.js'

/** Holds the wallet's key where nothing says where that is. */
export const PRIVATE_KEY_ENV = 'QUOIN_PRIVATE_KEY'

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'expected the name of a variable: letters, digits and underscores' })

/** An address is shown in messages and logs, so nothing secret may stand in it. */
const bareAddress = (text: string) => {
  // one that is none was refused for that
  if (!URL.canParse(text)) return true
  const { username, password, search, hash } = new URL(text)
  return username === '' && password === '' && search === '' && hash === ''
}

const oneOf = (names: readonly string[], required: boolean) => (value: Record<string, unknown>) => {
  const given = names.filter((name) => value[name] !== undefined).length
  return given === 1 || (given === 0 && !required)
}

export const venueSettings = z
  .strictObject({
    profile: z
      .union([z.string().min(1), venueProfile], { error: 'expected a path or a section with keys' })
      .describe('Venue profile: a path, relative to this file, or the profile itself'),
    url: z
      .url({ protocol: /^https?$/, error: 'expected an http or https address' })
      .refine(bareAddress, { error: 'expected an address without user, password, query and fragment', abort: true })
      .describe('Base address of the venue'),
    apiKey: z.string().min(1).optional().describe('API key; only for keys that are no secret, such as a shared one'),
    apiKeyFile: z.string().min(1).optional().describe('File that holds the API key'),
    apiKeyEnv: variable.optional().describe('Environment variable that holds the API key'),
    acceptAssumed: z
      .array(z.enum(ASSUMPTION_NAMES))
      .optional()
      .describe('Keys of the profile that are only assumed, and to go live on all the same'),
  })
  .refine(oneOf(['apiKey', 'apiKeyFile', 'apiKeyEnv'], true), {
    error: 'expected exactly one of apiKey, apiKeyFile, apiKeyEnv',
  })

const KEY_PLACES = ['keystoreFile', 'privateKeyFile', 'privateKeyEnv'] as const
const keyFields = {
  keystoreFile: z.string().min(1).optional().describe('Encrypted keystore of the private key (quoin keys new)'),
  passphraseFile: z
    .string()
    .min(1)
    .optional()
    .describe("File, mode 0400 or 0600, that holds the keystore's passphrase; with keystoreFile"),
  privateKeyFile: z.string().min(1).optional().describe('File, mode 0400 or 0600, that holds the private key as hex'),
  privateKeyEnv: variable.optional().describe('Environment variable that holds the private key'),
}
const withPassphrase = (given: { keystoreFile?: string | undefined; passphraseFile?: string | undefined }) =>
  (given.keystoreFile === undefined) === (given.passphraseFile === undefined)
const PASSPHRASE_MISSING = { error: 'expected keystoreFile and passphraseFile together' }

/** Where a private key is. */
export const keySettings = z
  .strictObject(keyFields)
  .refine(oneOf(KEY_PLACES, false), { error: `expected at most one of ${KEY_PLACES.join(', ')}` })
  .refine(withPassphrase, PASSPHRASE_MISSING)
export type KeySettings = z.infer<typeof keySettings>

const signer = z.strictObject({
  socket: z
    .string()
    .min(1)
    .describe('Socket of the process that holds the key (quoin signer): a path, relative to this file'),
  address: address.optional().describe('The wallet whose key it must hold; absent: whichever it holds at the start'),
})

export const walletSettings = z
  .strictObject({ ...keyFields, signer: signer.optional().describe('Another process holds the key, and signs') })
  .refine(oneOf([...KEY_PLACES, 'signer'], false), {
    error: `expected at most one of ${KEY_PLACES.join(', ')}, signer`,
  })
  .refine(withPassphrase, PASSPHRASE_MISSING)

const milliseconds = z.number().min(0).max(60_000)

export const paperSettings = z.strictObject({
  startCollateral: z.number().gt(0).default(1000).describe('Collateral at start, in units'),
  submitMs: milliseconds.default(80).describe('Milliseconds from sending an order to its arrival'),
  cancelMs: milliseconds.default(80).describe('Milliseconds from sending a cancel to its arrival'),
  answerMs: milliseconds.default(40).describe('Milliseconds of the way back'),
  settlementDelayMs: z.number().min(0).default(2000).describe('Milliseconds from a match to its settlement'),
  queue: z
    .enum(QUEUE_MODELS)
    .default('risk-averse')
    .describe(
      'Who of a queue leaves first where others cancel: whoever stands behind us (risk-averse), before us (optimistic), or in between',
    ),
})
