// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { CallName } from '../entities.ts'
import { routes, siteModerationRoutes, siteRoutes } from '../routes.ts'
import { type Call, errorsOf, rateOf } from './call.ts'
import { calls } from './index.ts'
import { routeTables } from './route-tables.ts'

const all = Object.entries(calls) as [CallName, Call][]

/** Fields of a call's input. */
function fieldsOf(call: Call): string[] {
  return Object.keys((call.input as z.ZodObject).shape)
}

test('the routes that browsers load are up to date', () => {
  const { siteRoutes: site, siteModerationRoutes: moderation, otherRoutes } = routeTables()
  expect({ siteRoutes, siteModerationRoutes, routes }, 'src/routes.ts is stale: run `npm run generate`.').toEqual({
    siteRoutes: site,
    siteModerationRoutes: moderation,
    routes: { ...site, ...moderation, ...otherRoutes },
  })
})

test('no two calls share method and path', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('a widget knows every call that is available on a partner’s site', () => {
  const usable = all.filter(([, { site, responseFormat }]) => site && !responseFormat).map(([name]) => name)
  expect(Object.keys({ ...siteRoutes, ...siteModerationRoutes })).toEqual(expect.arrayContaining(usable))
})

describe.each(all)('%s', (name, call) => {
  test('takes its path parameters as fields', () => {
    const parameters = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    expect(fieldsOf(call)).toEqual(expect.arrayContaining(parameters))
    expect(call.path).toMatch(/^(\/[\w-]+|\/\{\w+\})+$/)
  })

  test('may require sign-in unless it is public', () => {
    expect(errorsOf(call).includes('AUTH_REQUIRED')).toBe(call.access !== 'public')
  })

  test('refuses another actor if it has a body', () => {
    expect(errorsOf(call).includes('ACTOR_MISMATCH')).toBe(call.method === 'POST')
  })

  test('lists only errors of its own, not those implied by its route', () => {
    const fromRoute = errorsOf({ ...call, errors: [] })
    expect(call.errors.filter((code) => fromRoute.includes(code))).toEqual([])
  })

  test('lists the cursor error exactly if it takes a cursor', () => {
    expect(call.errors.includes('CURSOR_INVALID')).toBe(fieldsOf(call).includes('cursor'))
  })

  test('is counted by its kind', () => {
    if (call.method === 'GET') expect(rateOf(call)).toBe(name === 'authProviderStart' ? 'signIn' : 'read')
  })

  test('has a description', () => {
    expect(call.summary).toMatch(/^[A-Z].*\.$/)
  })
})
