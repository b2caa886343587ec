// Whether a request names us. A page elsewhere whose name is made to lead here (DNS rebinding) still asks by its own name: it is refused.

import { isIP } from 'node:net'

/** `host:port` of a header; an address of six is in brackets. */
const HOST = /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<name>[a-z0-9.-]+))(?::\d{1,5})?$/

/** A plain address was resolved by nobody, so that no name can stand for it. */
export function isOurName(header: string | undefined, hosts: readonly string[]): boolean {
  const { six, name } = HOST.exec(header?.toLowerCase() ?? '')?.groups ?? {}
  if (six !== undefined) return isIP(six) === 6
  return name !== undefined && (isIP(name) === 4 || name === 'localhost' || hosts.includes(name))
}
