import { expect, test } from 'vitest'
import { addressBuckets, isPrivateHost } from './address.ts'

const prefixes = (address: string) => addressBuckets(address).map((bucket) => bucket.prefix)

test('an IPv4 address has its own bucket, also when written as IPv6', () => {
  expect(addressBuckets('192.0.2.7')).toEqual([{ prefix: '192.0.2.7', factor: 1 }])
  expect(addressBuckets('::ffff:192.0.2.7')).toEqual([{ prefix: '192.0.2.7', factor: 1 }])
})

test('an IPv6 address counts by /64, /56 and /48 at once', () => {
  expect(addressBuckets('2001:db8:1:2ff::9')).toEqual([
    { prefix: '20010db8000102ff/64', factor: 1 },
    { prefix: '20010db8000102/56', factor: 4 },
    { prefix: '20010db80001/48', factor: 16 },
  ])
})

test('spellings of one IPv6 address share buckets', () => {
  const plain = prefixes('2001:db8:0:1:0:0:0:1')
  expect(prefixes('2001:0DB8:0000:0001::0001')).toEqual(plain)
  expect(prefixes('2001:db8:0:1::192.0.2.1')).toEqual(plain)
  expect(prefixes('2001:db8:0:1::1%eth0')).toEqual(plain)
})

test('invalid addresses share one bucket', () => {
  expect(prefixes('nonsense')).toEqual(prefixes(''))
})

test('hosts of this machine and its own network are private', () => {
  const hostname = (host: string) => new URL(`http://${host}`).hostname
  for (const host of [
    ...['localhost', 'LOCALHOST.', 'forum.localhost', 'intranet', 'printer.local', 'db.internal', 'router.home.arpa'],
    ...['127.0.0.1', '0x7f.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['[::1]', '[::]', '[::ffff:10.0.0.1]', '[fd00::1]', '[fe80::1]', '[64:ff9b::a00:1]'],
  ])
    expect([host, isPrivateHost(hostname(host))]).toEqual([host, true])
  for (const host of ['gazette.example', 'localhost.example', '172.32.0.1', '192.0.2.7', '[2001:db8::1]'])
    expect([host, isPrivateHost(hostname(host))]).toEqual([host, false])
})
