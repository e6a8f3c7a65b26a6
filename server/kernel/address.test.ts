import { expect, test } from 'vitest'
import { lineOf, networkOf } from './address.ts'

test.each([
  ['an IPv4 address', '102.89.23.7', '102.89.23.7'],
  ['the same seen through IPv6', '::ffff:102.89.23.7', '102.89.23.7'],
  ['an IPv6 address', '2c0f:f5c0:1234:5678:abcd:ef01:2345:6789', '2c0f:f5c0:1234:5678::/64'],
  ['another of the same line', '2C0F:F5C0:1234:5678::1', '2c0f:f5c0:1234:5678::/64'],
  ['one of the line next door', '2c0f:f5c0:1234:5679::1', '2c0f:f5c0:1234:5679::/64'],
  ['zeros left out in the middle', '2c0f:f5c0::abcd:ef01:2345:6789', '2c0f:f5c0:0:0::/64'],
  ['zeros written out', '2c0f:f5c0:0000:0000:abcd:ef01:2345:6789', '2c0f:f5c0:0:0::/64'],
  ['with its network card', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['this machine', '::1', '0:0:0:0::/64'],
  ['ending in dots', '64:ff9b::102.89.23.7', '64:ff9b:0:0::/64'],
  ['nothing that is an address', 'unix socket', 'unix socket'],
])('%s', (_what, address, line) => expect(lineOf(address)).toBe(line))

test.each([
  ['2c0f:f5c0:7:7::1', '2c0f:f5c0:7::/48'],
  ['2c0f:f5c0:7:ffff::1', '2c0f:f5c0:7::/48'],
  ['10.1.2.3', '10.1.2.3'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
