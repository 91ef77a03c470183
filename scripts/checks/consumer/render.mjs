/** Renders every connected component to a string in plain Node, without a DOM. */
import { strict as assert } from 'node:assert'
import { renderToString } from 'react-dom/server'
import { page, rows, start } from './journey.mjs'

assert.equal(typeof document, 'undefined')
const { stoa } = await start(null)
const html = renderToString(page(stoa))
for (const text of [
  'A button',
  'The footbridge has been closed since March',
  'frayed where hands have held it',
  'Saturday',
  'Moss on the north wall',
  '<stoa-comments',
  `Like, ${rows.post.reactionsCount['thumb-up']} people`,
])
  assert.ok(html.includes(text), `${text} is missing`)
process.stdout.write(html)
