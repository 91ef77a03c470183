import { useState } from 'react'
import { useMedia } from '../../shell/use-media.ts'

/** From this width on the settings stand beside the page; below they are a sheet. As in the style sheet. */
const BESIDE = '(min-width: 64rem)'
/** From this width on they are open at first. */
const ROOMY = '(min-width: 80rem)'
/** Whether the author has closed them before. */
const KEY = 'stoa.post-settings'

export type SettingsPanel = ReturnType<typeof useSettingsPanel>

/** Whether the settings of a post are open. Beside the page that is remembered on the device. */
export function useSettingsPanel() {
  const isBeside = useMedia(BESIDE)
  const isRoomy = useMedia(ROOMY)
  const [wish, setWish] = useState(() => readWish())
  const [isSheetOpen, setSheetOpen] = useState(false)
  const isOpen = isBeside ? (wish ?? isRoomy) : isSheetOpen
  function set(next: boolean): void {
    if (!isBeside) return setSheetOpen(next)
    setWish(next)
    try {
      localStorage.setItem(KEY, next ? 'open' : 'closed')
    } catch {
      // Without storage it is open again next time.
    }
  }
  return {
    isOpen,
    isBeside,
    open: () => set(true),
    close: () => set(false),
    /** Closes the sheet, which covers the page. */
    closeSheet: () => setSheetOpen(false),
  }
}

function readWish(): boolean | null {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === null ? null : stored === 'open'
  } catch {
    return null
  }
}
