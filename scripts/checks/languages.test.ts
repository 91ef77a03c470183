import { expect, test } from 'vitest'
import { messageFaults } from '../languages/message-faults.mjs'
import { isOfWidget, partsOf } from '../languages/parts.mjs'

const replies = '{count, plural, one {# reply} other {# replies}} by {name}'
const faultsOf = (tag: string, text: string, english = replies) => messageFaults(tag, { english, text })

test('a translation has the plural forms of its language, and no others', () => {
  expect(faultsOf('de', '{count, plural, one {# Antwort} other {# Antworten}} von {name}')).toEqual([])
  expect(faultsOf('he', '{count, plural, one {x} other {y}} {name}')).toEqual(['lacks the plural form two of count'])
  expect(faultsOf('de', '{count, plural, one {x} few {y} other {z}} {name}')).toEqual([
    'has the plural form few, which the language doesn’t have',
  ])
  expect(faultsOf('ar', '{count, plural, =0 {x} one {x} other {y}} {name}')).toHaveLength(4)
})

test('placeholders are those of the English text', () => {
  const faults = faultsOf('de', 'Von {nam}', 'By {name}')
  expect(faults).toEqual(['has the unknown placeholder {nam}', 'lacks the placeholder {name}'])
  expect(faultsOf('de', '', 'By {name}')).toEqual(['is empty'])
  // Quoted braces are text.
  expect(faultsOf('de', "'{x}' {name}", 'By {name}')).toEqual([])
})

test.each([
  ['{name', 'doesn’t end the argument name'],
  ['{count, plural, one {x} other {y}', 'doesn’t end the argument count'],
  ['{name}}', 'has a closing brace too many'],
  ['{}', 'has an argument without a name'],
  ['{count, date}', 'has an argument of the type date'],
  ['{count, plural, one {x}}', 'lacks the branch other of count'],
])('%s is malformed', (text, fault) => {
  expect(faultsOf('de', text)).toEqual([fault])
})

test('what every page shows is loaded with every page only', () => {
  const admin = 'hosted-app/src/screens/network-admin/messages.ts'
  const member = 'hosted-app/src/screens/settings/messages.ts'
  expect(partsOf([admin])).toEqual(['admin'])
  expect(partsOf([admin, member])).toEqual(['member', 'admin'])
  expect(partsOf([admin, 'hosted-app/src/messages.ts'])).toEqual(['reader'])
  expect(partsOf(['server/src/platform/mail/letter.ts'])).toEqual([])
  expect(partsOf(['packages/contract/src/errors.ts'])).toEqual(['errors'])
  expect([isOfWidget(['packages/comments/src/x.ts']), isOfWidget([admin])]).toEqual([true, false])
})
