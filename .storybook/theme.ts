import { create } from 'storybook/theming'

/** Storybook around the stories: as calm as they are, in the light values of the tokens. */
export const theme = create({
  base: 'light',
  brandTitle: 'Stoa',
  brandImage: '/stoa.svg',
  brandTarget: '_self',
  fontBase: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontCode: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  colorPrimary: '#0d6070',
  colorSecondary: '#0d6070',
  appBg: '#f6f6f3',
  appBorderColor: '#dcdedb',
  appBorderRadius: 8,
  textColor: '#1c2326',
  barBg: '#ffffff',
  barSelectedColor: '#0d6070',
  inputBorderRadius: 8,
})
