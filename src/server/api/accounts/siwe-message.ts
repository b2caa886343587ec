// Reads a sign-in message (EIP-4361) strictly: exactly one text gives these fields, so nothing can hide in it.

export interface SiweMessage {
  readonly domain: string
  readonly address: string
  readonly statement?: string
  readonly uri: string
  readonly version: string
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
}

const MESSAGE = new RegExp(
  [
    '^(?<domain>[^\\s/?#@]+) wants you to sign in with your Ethereum account:\\n',
    '(?<address>0x[0-9a-fA-F]{40})\\n\\n',
    '(?:(?<statement>[^\\n]+)\\n)?\\n',
    'URI: (?<uri>[^\\s]+)\\n',
    'Version: (?<version>\\d+)\\n',
    'Chain ID: (?<chainId>[1-9]\\d{0,15})\\n',
    'Nonce: (?<nonce>[a-zA-Z0-9]{8,96})\\n',
    'Issued At: (?<issuedAt>[^\\s]+)',
    '(?:\\nExpiration Time: (?<expirationTime>[^\\s]+))?',
    '(?:\\nNot Before: (?<notBefore>[^\\s]+))?',
    '(?:\\nRequest ID: (?<requestId>[^\\s]*))?',
    '(?:\\nResources:(?:\\n- [^\\s]+)*)?$',
  ].join(''),
)

/** `undefined` when the text is no such message, to the byte. */
export function parseSiweMessage(text: string): SiweMessage | undefined {
  const groups = MESSAGE.exec(text)?.groups
  if (groups === undefined) return undefined
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt } = groups
  const { expirationTime, notBefore, requestId } = groups
  if (!domain || !address || !uri || !version || !chainId || !nonce || !issuedAt) return undefined
  return {
    domain,
    address,
    uri,
    version,
    chainId,
    nonce,
    issuedAt,
    ...(statement === undefined ? {} : { statement }),
    ...(expirationTime === undefined ? {} : { expirationTime }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(requestId === undefined ? {} : { requestId }),
  }
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

/** Unix milliseconds; `undefined` when the text is no date-time. */
export function parseDateTime(text: string): number | undefined {
  if (!RFC_3339.test(text)) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}

/** Host and port of an absolute http address; `undefined` when it is none. */
export function hostOf(uri: string): string | undefined {
  return /^https?:\/\/([^/?#@\s]+)(?:[/?#]|$)/.exec(uri)?.[1]?.toLowerCase()
}
