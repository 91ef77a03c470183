import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { retryingScreen } from './shell/screen-code.tsx'

/** Files of the built forum that a screen needs beside those of every page, by the screen's own file below `screens`. */
export type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** What a route says of a screen whose code comes with its address, so that no other page carries it. */
export type LateScreen = Required<Pick<RouteObject, 'handle' | 'lazy'>>

/**
 * Names the file of a screen beside what loads it: with the name the server tells browsers of its code before they ask.
 * Each route gets an object of its own, because the router writes into it.
 */
export function lateScreen(file: string, load: () => Promise<ComponentType>): () => LateScreen {
  return () => ({ handle: { file }, lazy: { Component: () => load().catch(() => retryingScreen(load)) } })
}

/** The files that the screens of these routes need. */
export function filesOf(routes: readonly { handle?: unknown }[], files: ScreenFiles): readonly string[] {
  return routes.flatMap(({ handle }) => files[(handle as { file: string } | undefined)?.file ?? ''] ?? [])
}
