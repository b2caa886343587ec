import { createPrivateKey, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { selfSigned } from '../../../src/server/http/self-signed.js'

const NOW = Date.parse('2030-06-01T00:00:00Z')

describe('selfSigned', () => {
  it('is a certificate signed by its own key, for a year, for this machine and the given hosts, and no authority', () => {
    const { certPem, keyPem } = selfSigned(['venue.test', '10.1.2.3', 'fe80::1:2', '2001:db8:0:0:0:0:0:7'], NOW)
    const certificate = new X509Certificate(certPem)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(createPrivateKey(keyPem))).toBe(true)
    expect(certificate.ca).toBe(false)
    expect(certificate.subject).toBe('CN=localhost')
    expect(certificate.checkHost('localhost')).toBe('localhost')
    expect(certificate.checkHost('venue.test')).toBe('venue.test')
    expect(certificate.checkHost('other.test')).toBeUndefined()
    for (const ip of ['127.0.0.1', '::1', '10.1.2.3', 'fe80::1:2', '2001:db8::7']) {
      expect(certificate.checkIP(ip)).toBe(ip)
    }
    expect(certificate.checkIP('10.1.2.4')).toBeUndefined()
    expect(Date.parse(certificate.validFrom)).toBe(Date.parse('2030-05-31T00:00:00Z'))
    expect(Date.parse(certificate.validTo)).toBe(Date.parse('2031-06-01T00:00:00Z'))
  })

  it('is another one every time', () => {
    const [a, b] = [selfSigned([], NOW), selfSigned([], NOW)]
    expect(a.keyPem).not.toBe(b.keyPem)
    expect(new X509Certificate(a.certPem).serialNumber).not.toBe(new X509Certificate(b.certPem).serialNumber)
  })

  it('takes a long list of names', () => {
    const hosts = Array.from({ length: 40 }, (_, n) => `host-${n}.a-rather-long-domain-name.test`)
    const certificate = new X509Certificate(selfSigned(hosts, NOW).certPem)
    expect(hosts.every((host) => certificate.checkHost(host) === host)).toBe(true)
  })
})
