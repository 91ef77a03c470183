import { expect, test } from 'vitest'
import { addressBuckets } from './address.ts'

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
