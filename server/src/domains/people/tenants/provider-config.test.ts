import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDomainConfig } from './domain-config.ts'
import { NO_PROVIDERS, readProviders } from './provider-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-providers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secrets = { clientId: 'a', clientSecret: 'b' }
const own = { ...secrets, issuer: 'https://login.example', name: 'Own' }
const read = (providers: unknown) => {
  writeFileSync(join(folder, 'providers.json'), JSON.stringify(providers))
  return readProviders(folder)
}
const domain = (config: unknown, providers = NO_PROVIDERS) => {
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  return readDomainConfig(folder, providers)
}

test('without the file no provider is used', () => {
  expect(readProviders(join(folder, 'none'))).toEqual(NO_PROVIDERS)
})

test('known providers only need client id and secret', () => {
  const { all, names, oneTap, firebase } = read({
    google: secrets,
    github: secrets,
    twitter: secrets,
    facebook: secrets,
    firebase: { projectId: 'my-forum' },
    own,
  })
  expect(all.map(({ id, kind }) => [id, kind])).toEqual([
    ['google', 'oidc'],
    ['github', 'oauth'],
    ['twitter', 'oauth'],
    ['facebook', 'oauth'],
    ['own', 'oidc'],
  ])
  expect(names).toMatchObject({ google: 'Google', twitter: 'X', own: 'Own', firebase: 'Firebase' })
  expect(oneTap?.issuers).toEqual(['https://accounts.google.com', 'accounts.google.com'])
  expect(firebase).toMatchObject({ issuers: ['https://securetoken.google.com/my-forum'], clientId: 'my-forum' })
  expect(read({ google: { ...secrets, oneTap: false } }).oneTap).toBeNull()
})

test.each(['', ' ', '…', '...', '<client id>', 'a ', 'abc…'])('%j is not accepted as client id or secret', (value) => {
  for (const field of ['clientId', 'clientSecret']) {
    expect(() => read({ google: { ...secrets, [field]: value } })).toThrow(new RegExp(`google.${field}`))
  }
})

test('all problems of the file are reported at once', () => {
  const bad = {
    google: { clientId: 'a' },
    github: { ...secrets, endpoints: { token: 'http://github.example' } },
    Own: own,
    password: own,
    other: { ...own, issuer: 'ftp://x.example' },
  }
  for (const problem of [
    /google\.clientSecret/,
    /github\.endpoints\.token: must begin with https/,
    /Own, password: an id/,
    /other\.issuer/,
  ])
    expect(() => read(bad)).toThrow(problem)
})

test('a domain offers the configured providers, unless it lists its own', () => {
  const providers = read({ google: secrets, github: secrets })
  expect(domain({}, providers)).toMatchObject({
    signInProviders: expect.arrayContaining(['password', 'google', 'github']),
    providerNames: { google: 'Google', github: 'GitHub' },
    oneTapClientId: 'a',
  })
  const chosen = domain({ signInProviders: ['github', 'password'] }, providers)
  expect(chosen).toMatchObject({ signInProviders: ['github', 'password'], providerNames: { github: 'GitHub' } })
  expect(chosen).not.toHaveProperty('oneTapClientId')
  expect(() => domain({ signInProviders: ['gitlab'] }, providers)).toThrow(/signInProviders: there is no gitlab/)
  expect(() => domain({ signInProviders: [] })).toThrow(/signInProviders: must name/)
})
