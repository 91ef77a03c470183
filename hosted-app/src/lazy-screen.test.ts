import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { createHistoryCache } from './history-cache.ts'
import type { HostedApp } from './hosted-app.ts'
import { filesOf, type LazyScreen } from './lazy-screen.ts'
import { createRoutes } from './routes.tsx'

const sources = import.meta.glob<Record<string, unknown>>('./screens/**/*-screen*.tsx')

function lateRoutes(routes: RouteObject[]): (RouteObject & LazyScreen)[] {
  return routes.flatMap((route) => [
    ...(route.lazy ? [route as RouteObject & LazyScreen] : []),
    ...lateRoutes(route.children ?? []),
  ])
}

const createLate = () => lateRoutes(createRoutes({ history: createHistoryCache(), config: {} } as HostedApp))

test('a route names the file that its screen is loaded from', async () => {
  const routes = createLate()
  expect(routes.length).toBeGreaterThan(20)
  for (const { path, lazy, handle } of routes) {
    const { Component } = lazy as { Component: () => Promise<ComponentType> }
    const source = await sources[`./screens/${handle.file}`]?.()
    expect(Object.values(source ?? {}), path).toContain(await Component())
  }
})

test('no two routes share the object that the router modifies', () => {
  const loaders = [...createLate(), ...createLate()].map(({ lazy }) => lazy)
  expect(new Set(loaders).size).toBe(loaders.length)
})

test('the files of a page are those of its routes’ screens', () => {
  const files = { 'post/post-screen.tsx': ['/assets/post.js', '/assets/shared.js'], 'x.tsx': ['/assets/x.js'] }
  expect(filesOf([{}, { handle: { file: 'post/post-screen.tsx' } }, { handle: { file: 'gone.tsx' } }], files)).toEqual([
    '/assets/post.js',
    '/assets/shared.js',
  ])
})
