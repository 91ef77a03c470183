import { lazy, useLazy } from '@stoa/ui'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useHostedApp } from '../hosted-app.ts'
import { Inset } from '../inset/inset.tsx'

const panels = lazy(async () => (await import('./side-panels.tsx')).LoadedPanels)

/**
 * The side column in wide windows; use its name as key. The server renders it with the page, and that is kept, because
 * it only has links. For later screens it is loaded with its code.
 */
export function Side({ name }: { name: string }) {
  const { side } = useHostedApp()
  const container = useRef<HTMLElement>(null)
  const [rendered] = useState(() => globalThis.document?.querySelector(`[data-side="${name}"]`)?.firstElementChild)
  // Not loaded if there is no room.
  const [isWanted] = useState(() => !rendered && globalThis.matchMedia?.('(min-width: 68.75rem)').matches)
  const { code: Panels } = useLazy(panels, isWanted)
  useLayoutEffect(() => {
    if (rendered) container.current?.append(rendered)
  }, [rendered])
  // Below the server's panels, which React doesn't know.
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return (
    <aside ref={container} className="stoa-app-side" data-side={name} aria-labelledby="side-title">
      {side ?? (isWanted && Panels && <Panels name={name} />)}
      {isAlive && <Inset place="side" postId={postOfSide(name)} />}
    </aside>
  )
}

/** The name of a community's side column. */
export const sideOfCommunity = (tokenName: string) => `community ${tokenName}`
/** The name of a post's side column. */
export const sideOfPost = (postId: string) => `post ${postId}`
const postOfSide = (name: string): string | undefined => /^post (.+)$/.exec(name)?.[1]
