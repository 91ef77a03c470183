import { afterPaint, IconButton, MoonIcon, SunIcon, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { messages } from '../messages.ts'
import { applyTheme, readTheme } from './theme.ts'

const DARK = '(prefers-color-scheme: dark)'

/** Switches between light and dark. */
export function ThemeButton() {
  return <IconButton {...useThemeSwitch()} />
}

/**
 * A switch between light and dark, for buttons and menus; choosing the system's current theme follows the system again.
 */
export function useThemeSwitch() {
  const t = useTranslate(messages)
  const [isDark, setIsDark] = useState(false)
  useEffect(() => {
    const system = window.matchMedia(DARK)
    const update = () => {
      const theme = readTheme()
      setIsDark(theme === 'dark' || (theme === 'system' && system.matches))
    }
    update()
    system.addEventListener('change', update)
    return () => system.removeEventListener('change', update)
  }, [])
  return {
    label: t(isDark ? 'app.theme.toLight' : 'app.theme.toDark'),
    icon: isDark ? <SunIcon /> : <MoonIcon />,
    onClick() {
      const dark = !isDark
      setIsDark(dark)
      const theme = window.matchMedia(DARK).matches === dark ? 'system' : dark ? 'dark' : 'light'
      // The whole page takes longer to change than the button.
      afterPaint(() => applyTheme(theme))
    },
  }
}
