import { readFileSync } from 'node:fs'
import type { CallName, FieldIssue } from '@stoa/contract'
import { expect, test } from 'vitest'
import { DomainError } from '../platform/domain-error.ts'
import { wordsIn } from '../platform/languages/words.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { validate } from './call-input.ts'
import { createErrorReplies } from './errors.ts'

const replyTo = createErrorReplies(createLogger('silent'))
const textsOf = (language: string) =>
  JSON.parse(readFileSync(`packages/languages/src/${language}.json`, 'utf8')) as Record<string, string>
const words = ['de', 'ar'].map((language) =>
  wordsIn({ config: { language }, translations: { texts: textsOf(language) } }, {} as Record<string, string>),
)

/** The issues that a refused call returns. */
function issuesOf(refuse: () => unknown): FieldIssue[] {
  try {
    refuse()
  } catch (error) {
    const { body } = replyTo(error, { requestId: '', path: '/' })
    return Array.isArray(body.details) ? body.details : []
  }
  return []
}

const account = { username: 'lena_', email: 'lena@forum.example', password: 'Stoa-demo-1' }
const poll = (...pollOptions: string[]) => ({ tokenName: 'FORUM', title: 'Tea', postContent: '', pollOptions })
const retention = (over: object) => ({ kind: 'notifications', days: 30, ...over })

test.each<[CallName, Record<string, unknown>, string, string, string]>([
  [
    'authSignUp',
    { ...account, username: undefined },
    'This field is missing.',
    'Dieses Feld fehlt.',
    'هذا الحقل ناقص.',
  ],
  [
    'authSignUp',
    { ...account, email: 'lena' },
    'This is not a valid email address.',
    'Das ist keine gültige E-Mail-Adresse.',
    'هذا ليس عنوان بريد إلكتروني صالحًا.',
  ],
  [
    'authSignUp',
    { ...account, password: 'Password1!' },
    'This password is too easy to guess. Please choose another one.',
    'Dieses Passwort ist zu leicht zu erraten. Bitte wähle ein anderes.',
    'كلمة المرور هذه سهلة التخمين. يُرجى اختيار كلمة أخرى.',
  ],
  [
    'authSignUp',
    { ...account, colour: 'red' },
    'This field is unknown.',
    'Dieses Feld ist unbekannt.',
    'هذا الحقل غير معروف.',
  ],
  ['postCreate', poll('Tea', ' '), 'Must not be empty.', 'Das darf nicht leer sein.', 'لا يمكن أن يكون فارغًا.'],
  [
    'postCreate',
    poll('Tea', 'x'.repeat(81)),
    'Must have at most 80 characters.',
    'Höchstens 80 Zeichen.',
    '80 حرفًا على الأكثر.',
  ],
  ['postCreate', poll('Tea'), 'Must have at least 2 items.', 'Mindestens 2 Einträge.', 'عنصران على الأقل.'],
  [
    'postCreate',
    poll(...Array.from({ length: 11 }, (_, index) => `Tea ${index}`)),
    'Must have at most 10 items.',
    'Höchstens 10 Einträge.',
    '10 عناصر على الأكثر.',
  ],
  [
    'postCreate',
    poll('Tea', 'Tea'),
    'This option is already in the list.',
    'Diese Option steht schon in der Liste.',
    'هذا الخيار موجود في القائمة.',
  ],
  ['networkRetentionSet', retention({ days: -1 }), 'Must be at least 0.', 'Mindestens 0.', '0 على الأقل.'],
  ['networkRetentionSet', retention({ days: 9999 }), 'Must be at most 3650.', 'Höchstens 3650.', '3650 على الأكثر.'],
  [
    'networkRetentionSet',
    retention({ days: 1.5 }),
    'Must be a whole number.',
    'Das muss eine ganze Zahl sein.',
    'يجب أن يكون عددًا صحيحًا.',
  ],
  [
    'networkRetentionSet',
    retention({ days: 'many' }),
    'Invalid input: expected number, received string',
    'Ungültige Eingabe: erwartet number, erhalten string',
    'قيمة غير صالحة: المتوقع number والمستلَم string',
  ],
  [
    'viewAsStart',
    { role: 'king' },
    'Invalid option: expected one of "visitor"|"member"|"moderator"',
    'Ungültige Auswahl: möglich sind "visitor"|"member"|"moderator"',
    'اختيار غير صالح: الممكن هو "visitor"|"member"|"moderator"',
  ],
])('%s %j is refused in the reader’s language', (name, input, ...texts) => {
  const issues = issuesOf(() => validate(name, input))
  expect(issues).toHaveLength(1)
  const [{ message, code, values } = { message: '', code: '', values: {} }] = issues
  const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
  expect([message, ...words.map((t) => plain(t(`field.${code}`, values ?? {})))]).toEqual(texts)
})

test('a text that names something has it as a value', () => {
  const refuse = (message: string) => () => {
    throw new DomainError('VALIDATION_FAILED', [{ field: 'settings', message }])
  }
  expect(issuesOf(refuse('There is no community NOWHERE.'))).toEqual([
    { field: 'settings', message: 'There is no community NOWHERE.', code: 'noCommunity', values: { name: 'NOWHERE' } },
  ])
  // What only programs get wrong has none.
  expect(issuesOf(refuse('Must be ids, separated by commas.'))).toEqual([
    { field: 'settings', message: 'Must be ids, separated by commas.' },
  ])
})
