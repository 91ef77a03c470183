import type { MenuLink } from '@stoa/contract'
import { useStoaState } from '@stoa/store/react'
import { useHostedApp } from '../../hosted-app.ts'

/** The domain's main menu: as the viewer sees it once that is known, otherwise as visitors do. */
export function useMainMenu(): readonly MenuLink[] {
  const { menu } = useHostedApp()
  return useStoaState((state) => state.menu) ?? menu
}
