// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Call, calls, errorsOf } from './calls.ts'
import { type CallName, siteModerationRoutes, siteRoutes } from './routes.ts'
import { callSchemas } from './schemas/index.ts'

const all = Object.entries(calls) as [CallName, Call][]

/** Fields of a call's input. */
function fieldsOf(name: CallName): string[] {
  return Object.keys((callSchemas[name].input as z.ZodObject).shape)
}

test('every call has an input and an output, and nothing else has', () => {
  expect(Object.keys(callSchemas).sort()).toEqual(Object.keys(calls).sort())
})

test('no two calls share method and path', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('a widget knows every call that is good for a partner’s site', () => {
  const usable = all.filter(([, { site }]) => site).map(([name]) => name)
  expect(Object.keys({ ...siteRoutes, ...siteModerationRoutes })).toEqual(expect.arrayContaining(usable))
})

describe.each(all)('%s', (name, call) => {
  test('takes its path parameters as fields', () => {
    const parameters = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    expect(fieldsOf(name)).toEqual(expect.arrayContaining(parameters))
    expect(call.path).toMatch(/^(\/[\w-]+|\/\{\w+\})+$/)
  })

  test('may ask for a sign-in unless everybody may call', () => {
    expect(errorsOf(call).includes('AUTH_REQUIRED')).toBe(call.access !== 'public')
  })

  test('refuses another actor when it is sent a body', () => {
    expect(errorsOf(call).includes('ACTOR_MISMATCH')).toBe(call.method === 'POST')
  })

  test('names only errors of its own, not those that follow from its route', () => {
    const fromRoute = errorsOf({ ...call, errors: [] })
    expect(call.errors.filter((code) => fromRoute.includes(code))).toEqual([])
  })

  test('says that a cursor can be wrong exactly when it takes one', () => {
    expect(call.errors.includes('CURSOR_INVALID')).toBe(fieldsOf(name).includes('cursor'))
  })

  test('is counted as what it is', () => {
    if (call.method === 'GET') expect(call.rate).toBe(name === 'authProviderStart' ? 'signIn' : 'read')
    if (call.cookie) expect(call.method).toBe('POST')
  })

  test('has a sentence about itself', () => {
    expect(call.summary).toMatch(/^[A-Z].*\.$/)
  })
})
