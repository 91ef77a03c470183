import type { DemoComment, DemoReply } from './comments.ts'
import type { DemoName } from './people.ts'

type Name = DemoName extends `demo_${infer Short}` ? Short : never

const demoNames = (names: string): DemoName[] =>
  names.split(' ').flatMap((name) => (name === '' ? [] : [`demo_${name as Name}` as const]))

/** `likes`: short names, separated by spaces. */
function reply(by: Name, after: number, [text, likes = '']: [text: string, likes?: string]): DemoReply {
  return { by: `demo_${by}`, after, text, up: demoNames(likes) }
}

function says(by: Name, after: number, [text, ...replies]: [[string, string?], ...DemoReply[]]): DemoComment {
  return { ...reply(by, after, text), replies }
}

/** The busiest thread: should the square be closed to cars on Saturdays? */
export const marketTalk: DemoComment[] = [
  says('lou', 6, [
    [
      'Speaking for the bakery: our flour arrives on Saturdays at seven, in a van that is wider than the lane. If the van can still come in before eight, I am all for it. If not, there is no bread, and then you will all be cross at me instead of at the council.',
      'ada hana emi kit nia gil',
    ],
    reply('ben', 9, [
      'Before eight is in the draft. Deliveries from six to eight, then the bollards go up.',
      'lou ada emi',
    ]),
    reply('lou', 4, ['Then I take back “if not” and the bit about being cross.', 'ben faye']),
    reply('kit', 31, [
      'Who keeps the key to the bollards? Asking as someone who has been locked out of a bus depot.',
      'gil',
    ]),
    reply('ben', 12, ['The market warden, and a spare at the library.']),
  ]),
  says('faye', 11, [
    ['Yes. I have wanted to cross that square in a straight line since 1974.', 'ada dov emi hana nia ivy juno gil'],
    reply('dov', 20, ['What happened in 1974?', 'emi']),
    reply('faye', 6, ['They built the roundabout, dear.', 'dov gil hana juno nia']),
  ]),
  says('kit', 18, [
    [
      'I drive the number 4. On Saturdays it takes me eleven minutes to get across the square and four to do the rest of town. Close it, put the stop on Mill Lane, and the whole route becomes reliable. The timetable people in the county office have said so twice, in writing.',
      'ada ben dov hana nia juno lou',
    ],
    reply('emi', 14, ['Is there room for a shelter on Mill Lane?']),
    reply('kit', 8, [
      'There is if the telephone box goes. Nobody has used it for a call since it became a library for jigsaws.',
      'emi gil',
    ]),
    reply('hana', 25, ['The jigsaws stay. I will personally move them to the repair shed.', 'emi faye kit']),
    reply('nia', 40, [
      'Please keep a bench, though. My gran can walk from Mill Lane, but not without sitting down once.',
      'kit ada hana dov',
    ]),
    reply('kit', 10, ['Good point, bench noted. Two, in fact: one in the sun and one out of it.', 'nia']),
  ]),
  says('gil', 24, [
    [
      'Unpopular opinion: no. I carry ladders. A ladder does not fit on a bus, and it does not fit round the corner at the dairy either. People with tools need to stop near the door they are working on.',
      'lou mo',
    ],
    reply('hana', 9, [
      'Tradespeople could get a permit. My cousin’s town has one, it is a card behind the windscreen.',
      'ada kit gil',
    ]),
    reply('gil', 17, [
      'If the card is free, I will change my vote. If it is twelve pounds and a form, I will not.',
      'lou kit',
    ]),
    reply('ben', 33, ['Free, and the form is one line. I wrote the line myself.', 'gil hana ada lou']),
    reply('gil', 5, ['Vote changed. Somebody screenshot this, it does not happen often.', 'hana faye ben emi nia dov']),
  ]),
  says('emi', 33, [
    [
      'What about people who can’t walk far? “Car-free” always sounds lovely until you are the one with the crutches.',
      'ada hana nia ivy',
    ],
    reply('ada', 12, [
      'Four blue-badge spaces stay open on the north side, right next to the crossing. They are on the plan, but drawn so small that I missed them at first, too.',
      'emi hana',
    ]),
    reply('emi', 7, ['Thank you. Could the plan say it in words? I looked for five minutes.', 'ben']),
    reply('ben', 22, ['Fair. I have asked for a version with words.', 'emi ada']),
  ]),
  says('nia', 41, [
    [
      'I counted cars for a school project in May: 212 between ten and noon. 140 of them did not stop. They just drove through, because the ring road has a light and the square doesn’t.',
      'ada ben dov kit juno hana faye',
    ],
    reply('ben', 15, [
      'Would you share the numbers? The council has an estimate and you have a count. I would rather quote the count.',
      'nia ada',
    ]),
    reply('nia', 19, ['Sure! It is a spreadsheet with stickers on it, I hope that is fine.', 'ben faye emi kit']),
    reply('juno', 28, ['That is the best kind of spreadsheet.', 'nia']),
  ]),
  says('mo', 50, [
    ['This is a war on drivers, plain and simple.', ''],
    reply('kit', 6, [
      'I am a driver. It is my actual job. I don’t feel besieged.',
      'ada ben dov emi hana nia lou gil faye',
    ]),
    reply('mo', 11, ['You would say that.']),
    reply('ada', 30, ['Let’s keep to the plan rather than to each other, please.', 'ben hana emi']),
  ]),
  says('dov', 62, [
    [
      'The Sunday walk could start from the square instead of from the car park behind the mill. Small thing, but it would feel like leaving from somewhere.',
      'hana emi faye',
    ],
  ]),
  says('ivy', 75, [
    [
      'From the allotments: we would love a stall, but only if somebody lends us a gazebo. Ours went over the wall in the storm and now lives on the roof of the bowls club.',
      'emi faye gil',
    ],
    reply('gil', 13, ['I can get it down. That is precisely what the ladder is for.', 'ivy faye emi hana']),
    reply('ivy', 4, ['There will be courgettes in it for you.', 'gil']),
    reply('gil', 3, ['Please no.', 'dov faye hana kit lou nia']),
  ]),
  says('cleo', 88, [
    [
      'For the record, since I am asked at the counter: the Gazette takes no side. We will print the plan with words on it, as soon as there is one, and Nia’s count beside it if she agrees.',
      'nia ben ada',
    ],
    reply('nia', 36, ['I agree!! With the stickers?', 'cleo']),
    reply('cleo', 8, ['In black and white, sadly. But yes.', 'nia faye']),
  ]),
  says('hana', 104, [
    [
      'Can we try it for six Saturdays and then decide? A trial needs paint and patience. A decision needs lawyers.',
      'ada ben kit emi dov nia juno lou faye gil',
    ],
    reply('ben', 18, [
      'That may be the most sensible sentence of this thread. I’ll take “a trial of six Saturdays” to the meeting as an option.',
      'hana ada',
    ]),
    reply('lou', 44, ['Six is good. Three would be the weather, six is an answer.', 'hana']),
    reply('faye', 70, ['Start in May, so that people meet it in a good mood.', 'hana emi']),
  ]),
  says('juno', 131, [
    [
      'While we are at it: the floodlights at the square’s east end light the church tower, two trees and most of the sky. If the square gets a plan, could it get shades, too? They cost about as much as a bollard.',
      'dov nia faye',
    ],
    reply('ada', 26, ['Different budget, same evening. Come along and say it.', 'juno']),
  ]),
  says('lou', 160, [
    ['Does anyone know what happens to the taxi rank? My night shift ends at five and I rely on Stan.', 'kit'],
    reply('ben', 20, ['The closure is ten to six, so at five in the morning Stan is where he always is.', 'lou']),
  ]),
  says('emi', 60 * 3, [
    ['Small question: bikes?', ''],
    reply('dov', 8, [
      'Walk them when it is busy, I’d say. There is always one who won’t, and it is always the same one.',
      'emi hana',
    ]),
    reply('kit', 15, ['It is me. I will walk it, I promise.', 'dov emi ada hana']),
  ]),
  says('faye', 60 * 4, [
    ['I asked in the hairdresser’s. Four for, two against, one asleep.', 'ada emi dov hana nia gil lou ivy'],
    reply('ben', 40, ['I will enter the sleeper as an abstention.', 'faye ada nia dov']),
  ]),
  says('ada', 60 * 5, [
    [
      'A summary so far, for those who arrive late: deliveries before eight are fine, four blue-badge spaces stay, tradespeople get a free permit, the number 4 stops on Mill Lane (with two benches). Open: bikes, and who pays for the shelter. The poll is at the top. Have I missed anything?',
      'ben hana emi kit nia lou cleo dov juno',
    ],
    reply('ivy', 22, ['The gazebo.', 'ada faye gil']),
    reply('ada', 3, ['And the gazebo.', 'ivy emi']),
  ]),
  says('nia', 60 * 6, [
    ['My gran says yes, “if they put the bench where the sun is”. I told her there would be two.', 'kit ada faye'],
  ]),
  says('gil', 60 * 7, [
    ['Gazebo is down. One leg is a bit Picasso, but it stands.', 'ivy emi hana faye dov'],
    reply('hana', 18, ['Bring it on Friday, we have a tube that fits.', 'gil ivy']),
  ]),
  says('dov', 60 * 8, [
    [
      'Walked the detour with a stopwatch: ring road to the school is four minutes longer by car and one minute shorter on foot. Make of that what you will.',
      'ada nia kit juno',
    ],
  ]),
  says('ben', 60 * 9, [
    [
      'Thank you all. I’ve put the thread, the poll and the count into one page for the meeting. It is on the ninth, half past seven, upstairs. There will be biscuits, and there is a lift.',
      'ada emi hana nia kit faye cleo dov ivy juno lou',
    ],
    reply('faye', 14, ['What kind of biscuits?', 'emi gil']),
    reply('ben', 9, ['The good kind.', 'faye ada nia']),
    reply('lou', 30, ['They are mine. They are the good kind.', 'ben faye emi ada hana']),
  ]),
]
