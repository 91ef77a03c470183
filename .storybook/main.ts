import type { StorybookConfig } from '@storybook/react-vite'
import { mergeConfig, type Plugin } from 'vite'
import { englishTexts } from '../scripts/languages/english-texts.mjs'
import { styleSources } from '../scripts/style-sources.mjs'

const VIRTUAL = 'virtual:english-texts'

/** All English texts of the sources, for the pseudo-language. */
const englishModule: Plugin = {
  name: 'english-texts',
  resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : null),
  load(id) {
    if (id !== `\0${VIRTUAL}`) return null
    const texts = Object.fromEntries([...englishTexts().texts].map(([key, { text }]) => [key, text]))
    return `export default ${JSON.stringify(texts)}`
  },
}

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
      plugins: [englishModule],
      resolve: { alias: styleSources, conditions: ['source', 'module', 'browser', 'development|production'] },
      // What knows light-dark(): what stands in for it elsewhere cannot show one theme inside the other.
      build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
    }),
}

export default config
