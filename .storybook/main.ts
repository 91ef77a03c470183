import type { StorybookConfig } from '@storybook/react-vite'
import { mergeConfig } from 'vite'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../packages/*/src/**/*.stories.tsx', '../hosted-app/src/**/*.stories.tsx'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  // The pictures of the examples.
  staticDirs: [{ from: '../examples/demo-media', to: '/demo-media' }],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // Stories show the sources of our packages: nothing has to be built first.
  viteFinal: (vite) =>
    mergeConfig(vite, { resolve: { conditions: ['source', 'module', 'browser', 'development|production'] } }),
}

export default config
