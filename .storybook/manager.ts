import { addons } from 'storybook/manager-api'
import { theme } from './theme.ts'

addons.setConfig({
  theme,
  // Pages about the design language have nothing to control.
  layoutCustomisations: {
    showPanel: ({ storyId }, isShown) => (storyId?.startsWith('foundations-') ? false : isShown),
  },
})
