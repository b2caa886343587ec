// A certificate for this machine alone, made anew at every start: P-256, signed by itself, a year long.
//
//   Certificate ::= SEQUENCE { tbsCertificate, ecdsa-with-SHA256, BIT STRING }    (RFC 5280, DER as in X.690)

import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'
import type { TlsFiles } from './node-server.js'

const DAY_MS = 86_400_000
/** OIDs in DER. */
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302'
const COMMON_NAME = '0603550403'
const SUBJECT_ALT_NAME = '0603551d11'
const BASIC_CONSTRAINTS = '0603551d13'

/** `hosts`: names and addresses beside localhost that it shall be good for. */
export function selfSigned(hosts: readonly string[], nowMs: number): TlsFiles {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(hex(ECDSA_WITH_SHA256))
  const name = sequence(der(0x31, sequence(hex(COMMON_NAME), der(0x0c, Buffer.from('localhost')))))
  // a positive number: the first bit is 0, and no needless zero stands in front
  const serial = Buffer.concat([Buffer.from([0x40]), randomBytes(15)])
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    sequence(utcTime(nowMs - DAY_MS), utcTime(nowMs + 365 * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(basicConstraints(), alternativeNames(hosts))),
  )
  const signature = createSign('sha256').update(toBeSigned).sign(privateKey)
  const certificate = sequence(toBeSigned, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    certPem: pem('CERTIFICATE', certificate),
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Critical, and no authority. */
function basicConstraints(): Buffer {
  return sequence(hex(BASIC_CONSTRAINTS), der(0x01, Buffer.from([0xff])), der(0x04, sequence()))
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const all = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])]
  const names = all.map((host) => (isIP(host) === 0 ? der(0x82, Buffer.from(host)) : der(0x87, addressBytes(host))))
  return sequence(hex(SUBJECT_ALT_NAME), der(0x04, sequence(...names)))
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = address.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const left = groups(head)
  const right = groups(tail)
  const middle = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const all = tail === undefined ? left : [...left, ...middle, ...right]
  return hex(all.map((group) => group.padStart(4, '0')).join(''))
}

/** Good for the years 1950 to 2049. */
function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '')
  return der(0x17, Buffer.from(digits.slice(2)))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

/** Tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, Math.floor(length / 0x100), length % 0x100]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex')
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
