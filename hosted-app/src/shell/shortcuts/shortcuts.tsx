import { lazy, useLazy, usesKeys } from '@stoa/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigate } from 'react-router'
import { MESSAGES_PATH } from '../../paths.ts'
import { onShortcutSheet, shortcutOf } from './shortcut-switch.ts'

const shortcutKeys = lazy(async () => (await import('./shortcut-keys.tsx')).ShortcutKeys)

/** Maximum time between the two keys of a sequence. */
const SEQUENCE_MS = 1000
/** Keys that waited longer for their code would come as a surprise. */
const EARLY_MS = 2000

/** Where the second key after `g` leads. */
const GO_TO: Readonly<Record<string, string>> = { h: '/', n: '/bbs/notifications', m: MESSAGES_PATH }

/** The last list that the reader was on. */
export interface LastList {
  path: string
  /** Its place in the browser's history. */
  entry: number
}

/** Keyboard shortcuts of the app. Except for those that navigate, their code loads with the first key press. */
export function Shortcuts() {
  const [isWanted, setWanted] = useState(false)
  const [sheets, setSheets] = useState(0)
  const { code: ShortcutKeys } = useLazy(shortcutKeys, isWanted)
  const early = useRef<{ key: string; at: number }[] | null>([])
  const lastList = useLastList()
  const navigate = useNavigate()
  useEffect(() => {
    let goPressedAt = Number.NEGATIVE_INFINITY
    // Before other shortcuts, for which the second key may mean something else.
    const go = (event: KeyboardEvent) => {
      const key = shortcutOf(event)
      if (key === null) return
      const place = event.timeStamp - goPressedAt < SEQUENCE_MS ? GO_TO[key] : undefined
      goPressedAt = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (place === undefined) return
      event.preventDefault()
      void navigate(place)
    }
    const keep = (event: KeyboardEvent) => {
      const key = shortcutOf(event)
      if (key === null || key.length > 1) return
      early.current?.push({ key, at: performance.now() })
      setWanted(true)
    }
    const end = onShortcutSheet(() => {
      setSheets((count) => count + 1)
      setWanted(true)
    })
    document.addEventListener('keydown', go, { capture: true })
    document.addEventListener('keydown', keep)
    return () => {
      end()
      document.removeEventListener('keydown', go, { capture: true })
      document.removeEventListener('keydown', keep)
    }
  }, [navigate])
  const takeEarly = useCallback(() => {
    const keys = early.current ?? []
    early.current = null
    // Meanwhile the reader may have begun to type.
    if (usesKeys(document.activeElement) || document.querySelector('dialog[open]')) return []
    return keys.flatMap(({ key, at }) => (performance.now() - at < EARLY_MS ? [key] : []))
  }, [])
  return ShortcutKeys && <ShortcutKeys takeEarly={takeEarly} sheets={sheets} lastList={lastList} />
}

/** Screens that aren't lists of posts. */
const NO_LIST = /^((create-)?post|login)\/|^$/

/** Records the last screen from which a post may have been opened. */
function useLastList() {
  const list = useRef<LastList | null>(null)
  const { key, pathname, search } = useLocation()
  const { file = '' } = (useMatches().at(-1)?.handle ?? {}) as { file?: string }
  useEffect(() => {
    // The router numbers its entries.
    const { idx: entry } = window.history.state ?? {}
    if (key && !NO_LIST.test(file)) list.current = { path: pathname + search, entry }
  }, [key, file, pathname, search])
  return list
}
