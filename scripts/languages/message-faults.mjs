/**
 * An argument of a message with its branches.
 * @typedef {object} Argument
 * @property {string} name
 * @property {string} type Empty: its value as it is.
 * @property {string[]} branches
 */

/**
 * Parses an ICU message of the subset of `formatToParts`. Throws if it is malformed.
 * @param {string} message
 * @returns {Argument[]}
 */
function argumentsOf(message) {
  /** @type {Argument[]} */
  const found = []
  let at = 0
  /** @param {RegExp} pattern */
  const read = (pattern) => {
    pattern.lastIndex = at
    const match = pattern.exec(message)
    if (match) at = pattern.lastIndex
    return match
  }
  /** @param {boolean} nested */
  function text(nested) {
    while (at < message.length) {
      if (message[at] === '}') {
        if (nested) return
        throw new Error('has a closing brace too many')
      }
      if (read(/'(?:'|[{}#](?:''|[^'])*(?:'|$))/y)) continue
      if (read(/\{/y)) argument()
      else read(/[^'{}]+|./sy)
    }
    if (nested) throw new Error('lacks a closing brace')
  }
  function argument() {
    const [, name = '', type = ''] = read(/\s*(\w+)\s*(?:,\s*(\w+)\s*,?)?/y) ?? []
    if (name === '') throw new Error('has an argument without a name')
    if (!['', 'number', 'plural', 'select'].includes(type)) throw new Error(`has an argument of the type ${type}`)
    const branches = []
    for (let branch = read(/\s*([^\s{}]+)\s*\{/y); branch; branch = read(/\s*([^\s{}]+)\s*\{/y)) {
      branches.push(branch[1] ?? '')
      text(true)
      at += 1
    }
    if (!read(/\s*\}/y)) throw new Error(`doesn’t end the argument ${name}`)
    if ((type === 'plural' || type === 'select') && !branches.includes('other'))
      throw new Error(`lacks the branch other of ${name}`)
    found.push({ name, type, branches })
  }
  text(false)
  return found
}

/** @param {string} tag */
const categoriesOf = (tag) => new Intl.PluralRules(tag).resolvedOptions().pluralCategories

/**
 * What is wrong with a translation.
 * @param {string} tag Its language.
 * @param {{ english: string, text: string }} about
 * @returns {string[]}
 */
export function messageFaults(tag, { english, text }) {
  if (text.trim() === '' && english.trim() !== '') return ['is empty']
  /** @type {Argument[]} */
  let all
  try {
    all = argumentsOf(text)
  } catch (error) {
    return [/** @type {Error} */ (error).message]
  }
  const expected = argumentsOf(english)
  const names = new Set(expected.map(({ name }) => name))
  const own = new Set(all.map(({ name }) => name))
  const categories = categoriesOf(tag)
  return [
    ...[...own].filter((name) => !names.has(name)).map((name) => `has the unknown placeholder {${name}}`),
    ...[...names].filter((name) => !own.has(name)).map((name) => `lacks the placeholder {${name}}`),
    ...all.flatMap(({ name, type, branches }) => {
      if (type !== 'plural') return []
      const named = branches.filter((branch) => !branch.startsWith('='))
      const missing = categories.filter((category) => !named.includes(category))
      return [
        ...missing.map((category) => `lacks the plural form ${category} of ${name}`),
        ...named
          .filter((branch) => !categories.some((category) => category === branch))
          .map((branch) => `has the plural form ${branch}, which the language doesn’t have`),
      ]
    }),
  ]
}
