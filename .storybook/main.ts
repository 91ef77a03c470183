import type { StorybookConfig } from '@storybook/react-vite'
import { mergeConfig } from 'vite'
import { styleSources } from '../scripts/style-sources.mjs'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['./foundations/*.stories.tsx', '../packages/*/src/**/*.stories.tsx', '../hosted-app/src/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  // Storybook's own mark, and the pictures of the examples.
  staticDirs: ['./static', { from: '../examples/demo-media', to: '/media/demo' }],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: { sidebarOnboardingChecklist: false },
  // Stories show the sources of our packages: nothing has to be built first.
  viteFinal: (vite) =>
    mergeConfig(vite, {
      resolve: { alias: styleSources, conditions: ['source', 'module', 'browser', 'development|production'] },
      // What knows light-dark(): what stands in for it elsewhere cannot show one theme inside the other.
      build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
    }),
}

export default config
