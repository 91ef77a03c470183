import { expect, test } from 'vitest'
import interactionStyles from '../thread/interaction.css?inline'
import readingStyles from './styles.css?inline'

test.each([
  ['what a reader sees first', readingStyles, ['avatar', 'button', 'reactions', 'poll', 'comment']],
  ['what comes with the first action', interactionStyles, ['banner', 'field', 'menu', 'composer', 'toast']],
])('%s includes the styles of all its imports, without a build', (_name, sheet, names) => {
  for (const name of names) expect(sheet).toContain(`.stoa-${name}`)
})
