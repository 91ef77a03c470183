/** Texts as word processors put them into the clipboard: with the elements, attributes and comments that matter. */

const docsText = (text: string, weight = 400) =>
  `<span style="font-size:11pt;font-family:Arial;font-weight:${weight};white-space:pre-wrap;">${text}</span>`

/** From Google Docs: a heading, paragraphs with a bold word, and a nested list. */
export function fromGoogleDocs(paragraphs: readonly string[]): string {
  const item = (level: number, text: string) =>
    `<li dir="ltr" style="list-style-type:disc" aria-level="${level}"><p dir="ltr" role="presentation">${docsText(text)}</p></li>`
  const body = paragraphs.map(
    (text) => `<p dir="ltr" style="line-height:1.38">${docsText('Note: ', 700)}${docsText(text)}</p>`,
  )
  const list = `<ul style="margin-top:0">${item(1, 'Rope')}<ul>${item(2, 'Twenty meters')}</ul>${item(1, 'Lamp')}</ul>`
  return `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><h2 dir="ltr">${docsText('From the notebook')}</h2>${body.join('')}${list}</b><br class="Apple-interchange-newline">`
}

/** From Word: a heading, paragraphs with a marked word, a numbered list and a quote. */
export function fromWord(paragraphs: readonly string[]): string {
  const item = (number: number, text: string) =>
    `<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${number}.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`
  const body = paragraphs.map(
    (text) =>
      `<p class=MsoNormal>${text} <span style='background:yellow;mso-highlight:yellow'>Checked.</span><o:p></o:p></p>`,
  )
  return `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=ProgId content=Word.Document><style><!--@list l0:level1 {mso-level-number-format:decimal;}--></style></head><body lang=EN-US><!--StartFragment--><h2>From the office<o:p></o:p></h2>${body.join('')}${item(1, 'Fetch the key')}${item(2, 'Open the lock')}<p class=MsoQuote>It turned at once<o:p></o:p></p><!--EndFragment--></body></html>`
}
