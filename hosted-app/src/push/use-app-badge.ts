import { useEffect } from 'react'

/** Shows the bell's number on the installed app's icon. Nothing is left there after signing out. */
export function useAppBadge(unseen: number): void {
  useEffect(() => {
    // Not all browsers have it, and some refuse without an installed app.
    const { setAppBadge, clearAppBadge } = navigator as Partial<Navigator>
    const done = unseen > 0 ? setAppBadge?.call(navigator, unseen) : clearAppBadge?.call(navigator)
    done?.catch(() => {})
  }, [unseen])
  useEffect(
    () => () => {
      ;(navigator as Partial<Navigator>).clearAppBadge?.call(navigator).catch(() => {})
    },
    [],
  )
}
