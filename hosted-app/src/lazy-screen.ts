import { lazy } from '@stoa/ui'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { retryingScreen } from './shell/code-state.tsx'

/**
 * Files of the built forum that each screen needs besides the common ones, by the screen's own file below `screens`.
 */
export type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** Route properties of a lazily loaded screen. */
export type LazyScreen = Required<Pick<RouteObject, 'handle' | 'lazy'>>

/**
 * Names a screen's file along with its import; with the name, the server can preload its code. Each route gets its own
 * object, because the router modifies it.
 */
export function lazyScreen(file: string, load: () => Promise<ComponentType>): () => LazyScreen {
  const screen = lazy(load)
  return () => ({ handle: { file }, lazy: { Component: () => screen.load().catch(() => retryingScreen(screen)) } })
}

/** The files that the routes' screens need. */
export function filesOf(routes: readonly { handle?: unknown }[], files: ScreenFiles): readonly string[] {
  return routes.flatMap(({ handle }) => files[(handle as { file: string } | undefined)?.file ?? ''] ?? [])
}
