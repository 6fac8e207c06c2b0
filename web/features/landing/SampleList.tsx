import { Avatar } from '../../components/ui/Avatar.tsx';
import { Badge } from '../../components/ui/Badge.tsx';
import { MatchScore } from '../partners/MatchScore.tsx';

const PEOPLE = [
  {
    name: 'Maren Oduya',
    handle: '@marenruns · LinkedIn',
    score: 93,
    why: 'Runs a monthly repair clinic for packs and vests',
  },
  {
    name: 'Jonas Thibault',
    handle: '@slowsummits · YouTube',
    score: 87,
    why: 'Films long hut-to-hut routes for beginners',
  },
  {
    name: 'Anika Prakash',
    handle: '@anika.moves · Instagram',
    score: 78,
    why: 'Writes weekly about recovery and easy miles',
  },
];

/** A picture of the product, drawn with its own parts. The people are made up, and it says so. */
export function SampleList() {
  return (
    <figure className="min-w-0">
      <div className="panel overflow-hidden">
        <div className="flex items-center justify-between border-b bg-sunken px-4 py-2 text-ink-3 text-note">
          <span>Matched to a trail-running shop</span>
          <Badge tone="info">3 to review</Badge>
        </div>
        <ul className="divide-y">
          {PEOPLE.map((person) => (
            <li key={person.name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
              <Avatar name={person.name} src={null} />
              <span className="min-w-0 flex-1 basis-36">
                <span className="block font-semibold">{person.name}</span>
                <span className="block text-ink-3 text-note">{person.handle}</span>
              </span>
              <span className="max-sm:pl-9">
                <MatchScore score={person.score} />
              </span>
              <span className="basis-full pl-11 text-small text-ink-2">{person.why}</span>
            </li>
          ))}
        </ul>
      </div>
      <figcaption className="mt-2 text-ink-3 text-note">An example with fictional people.</figcaption>
    </figure>
  );
}
