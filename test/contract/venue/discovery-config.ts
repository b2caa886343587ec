// The catalogue of the discovery tests: one market for each thing a filter may ask for.

export const discoveryConfig = {
  globalFeeRateBps: 20,
  hiddenBetTypes: ['total'],
  tags: [
    { slug: 'weather', name: 'Weather' },
    { slug: 'showers', name: 'Showers', parentSlug: 'weather' },
    { slug: 'money', name: 'Money', feeRateBps: 30 },
    { slug: 'past', name: 'Past', archived: true },
  ],
  groups: [
    { slug: 'grand-cup', title: 'The Grand Cup', groupType: 'sports' },
    { slug: 'coin-price', title: 'Where will coin stand?', groupType: 'crypto' },
  ],
  matches: [{ id: 'final', home: 'Reds', away: 'Blues', startsInSec: -600, goals: [{ minute: 3, team: 'home' }] }],
  markets: [
    {
      id: 'rain',
      question: 'Shall we need an umbrella tomorrow?',
      description: 'By the gauge on the roof.',
      category: 'Science',
      tags: ['showers'],
      mirrorSlug: 'will-it-rain',
      endsInSec: 7000,
    },
    {
      id: 'cup-winner',
      question: 'Do the Reds win?',
      category: 'Sports',
      groupSlug: 'grand-cup',
      betTypeName: 'winner',
      match: 'final',
    },
    {
      id: 'cup-total',
      question: 'More than two goals?',
      category: 'Sports',
      groupSlug: 'grand-cup',
      betTypeName: 'total',
    },
    {
      id: 'coin-50k',
      question: 'Above 50k?',
      category: 'Crypto',
      groupSlug: 'coin-price',
      tags: ['money'],
      feeRateBps: 70,
    },
    {
      id: 'coin-60k',
      question: 'Above 60k?',
      category: 'Crypto',
      groupSlug: 'coin-price',
      tags: ['money'],
      startsInSec: 3000,
      endsInSec: 9000,
    },
    { id: 'done', question: 'Is this over?', category: 'Science', status: 'CLOSED' },
    { id: 'waits', question: 'Is this listed?', category: 'Science', clobMarketStatus: 'PENDING' },
    { id: 'old-times', question: 'Was it better then?', category: 'History', tags: ['past'] },
    { id: 'unminted', question: 'Has this tokens?', category: 'Science', incomplete: true },
  ],
}
