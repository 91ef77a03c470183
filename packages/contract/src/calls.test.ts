// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Call, calls, errorsOf } from './calls.ts'
import { type CallName, rateOf, siteModerationRoutes, siteRoutes } from './routes.ts'
import { callSchemas } from './schemas/index.ts'

const all = Object.entries(calls) as [CallName, Call][]

/** Fields of a call's input. */
function fieldsOf(name: CallName): string[] {
  return Object.keys((callSchemas[name].input as z.ZodObject).shape)
}

test('every call has an input and an output, and nothing else does', () => {
  expect(Object.keys(callSchemas).sort()).toEqual(Object.keys(calls).sort())
})

test('no two calls share method and path', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('a widget knows every call that is available on a partner’s site', () => {
  const usable = all.filter(([, { site }]) => site).map(([name]) => name)
  expect(Object.keys({ ...siteRoutes, ...siteModerationRoutes })).toEqual(expect.arrayContaining(usable))
})

describe.each(all)('%s', (name, call) => {
  test('takes its path parameters as fields', () => {
    const parameters = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    expect(fieldsOf(name)).toEqual(expect.arrayContaining(parameters))
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
    expect(call.errors.includes('CURSOR_INVALID')).toBe(fieldsOf(name).includes('cursor'))
  })

  test('is counted by its kind', () => {
    if (call.method === 'GET') expect(rateOf(call)).toBe(name === 'authProviderStart' ? 'signIn' : 'read')
    if (call.cookie) expect(call.method).toBe('POST')
  })

  test('has a description', () => {
    expect(call.summary).toMatch(/^[A-Z].*\.$/)
  })
})
