import { describe, expect, test } from 'vitest';
import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import { isProfile } from '../../events/partners/profileUrl.ts';
import { readProfile } from '../../events/partners/readProfile.ts';

const SAME: Record<string, readonly string[]> = {
  'https://www.linkedin.com/in/maren-oduya': [
    'http://linkedin.com/in/Maren-Oduya/',
    'https://uk.linkedin.com/in/maren-oduya?trk=x',
    ' https://LINKEDIN.com/in/maren-oduya#top ',
    'linkedin.com/in/maren-oduya',
    'https://www.linkedin.com/IN/maren-oduya',
    'https://www.linkedin.com/in/maren-oduya/details/experience/',
    'https://www.linkedin.com/in/maren-oduya/overlay/contact-info/',
    'https://www.linkedin.com/in/maren-oduya/recent-activity/all/',
    'https://www.linkedin.com/in/maren-oduya/de/',
    'https://www.linkedin.com/in/maren-oduya?locale=de_DE',
    'https://www.linkedin.com/mwlite/in/maren-oduya',
    'https://www.linkedin.com/comm/in/maren-oduya?midToken=x',
    'https://www.linkedin.com//in/maren-oduya',
    'https://www.linkedin.com/in/maren-oduya,',
    '<https://www.linkedin.com/in/maren-oduya>',
    '"https://www.linkedin.com/in/maren-oduya"',
    '(https://www.linkedin.com/in/maren-oduya).',
    '[Maren](https://www.linkedin.com/in/maren-oduya)',
    'LinkedIn: https://www.linkedin.com/in/maren-oduya',
    'LinkedIn:https://www.linkedin.com/in/maren-oduya',
    '//www.linkedin.com/in/maren-oduya',
    'https://www.linkedin.com/in/maren-oduya\u200b',
    'https://www.linkedin.com/authwall?trk=x&sessionRedirect=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fmaren-oduya',
    'https://www.google.com/url?q=https://www.linkedin.com/in/maren-oduya&sa=D',
  ],
  'https://www.instagram.com/marenruns': [
    'instagram.com/MarenRuns/?hl=en',
    'https://instagr.am/marenruns',
    'https://m.instagram.com/marenruns/reels/',
    'https://www.instagram.com/marenruns/tagged/',
    'https://www.instagram.com/_u/marenruns',
    'https://www.instagram.com/@marenruns',
    'https://www.instagram.com/marenruns?igsh=MzRlODBiNWFlZA==',
    'https://www.instagram.com/stories/marenruns/3141592653/',
    'https://www.instagram.com/marenruns/p/Caaa/',
    'https://www.instagram.com/accounts/login/?next=/marenruns/',
  ],
  'https://www.tiktok.com/@marenruns': [
    'https://m.tiktok.com/@MarenRuns?lang=en',
    'https://www.tiktok.com/@marenruns/video/7123',
    'https://www.tiktok.com/%40marenruns',
    'tiktok.com/marenruns',
    'https://www.tiktok.com/@marenruns/live',
  ],
  'https://www.youtube.com/@marenruns': [
    'https://m.youtube.com/@MarenRuns?si=abc',
    'https://www.youtube.com/@marenruns/shorts',
    'https://www.youtube.com/@marenruns/videos',
    'https://www.youtube.com/c/MarenRuns',
    'https://www.youtube.com/MarenRuns',
    'https://www.youtube.com/MarenRuns/about',
    'https://www.youtube.com/user/marenruns',
  ],
  'https://www.youtube.com/channel/UC123abc': [
    'https://www.youtube.com/channel/UC123abc/videos',
    'https://studio.youtube.com/channel/UC123abc',
  ],
  'https://x.com/marenruns': [
    'https://twitter.com/MarenRuns',
    'https://mobile.twitter.com/marenruns?s=20',
    'https://x.com/@marenruns',
    'https://x.com/marenruns/status/1',
    'https://twitter.com/marenruns/with_replies',
    'https://twitter.com/#!/marenruns',
    'https://twitter.com/intent/user?screen_name=marenruns',
  ],
};

describe('one person, whatever form of their profile was pasted', () => {
  const keyOf = (profileUrl: string) => duplicateKey({ profileUrl, platform: 'linkedin', username: null });
  for (const [url, forms] of Object.entries(SAME))
    test.each(forms)(`%s is ${url}`, (form) => {
      const [own, read] = [readProfile(url), readProfile(form)];
      if (!own.ok || !read.ok) throw new Error('no profile');
      expect([read.key, read.username]).toEqual([own.key, own.username]);
      expect(keyOf(form)).toBe(keyOf(url));
      expect(own.url).toBe(url);
      // what is kept for later is a profile, too, and the same one
      expect(readProfile(read.url)).toMatchObject({ ok: true, key: own.key, isPost: false });
    });
});

test.each([
  ['https://notlinkedin.com/in/maren', 'elsewhere'],
  ['https://linkedin.com.evil.example/in/maren', 'elsewhere'],
  ['https://linkedin.com@evil.example/in/maren', 'no_address'],
  ['linkedin.com@evil.example/in/maren', 'no_address'],
  ['ftp://linkedin.com/in/maren', 'no_address'],
  ['in/maren', 'no_address'],
  ['javascript:alert(1)', 'no_address'],
  ['', 'no_address'],
  ['https://studio.example/maren', 'elsewhere'],
  ['https://www.linkedin.com/company/maren', 'company'],
  ['https://www.linkedin.com/school/maren/', 'company'],
  ['https://www.linkedin.com/in/', 'platform_page'],
  ['https://www.linkedin.com/in/me', 'platform_page'],
  ['https://www.linkedin.com/feed/update/urn:li:activity:7', 'post'],
  ['https://www.linkedin.com/posts/maren-oduya_running-activity-7', 'post'],
  ['https://www.linkedin.com/pulse/why-run-maren-oduya', 'post'],
  ['https://lnkd.in/abc', 'short_link'],
  ['https://www.instagram.com/p/Caaa/', 'post'],
  ['https://www.instagram.com/reel/Caaa/', 'post'],
  ['https://www.instagram.com/about', 'platform_page'],
  ['https://www.instagram.com/explore/tags/run', 'platform_page'],
  ['https://help.instagram.com/123', 'platform_page'],
  ['https://www.instagram.com/', 'platform_page'],
  ['https://vm.tiktok.com/ZM123/', 'short_link'],
  ['https://www.tiktok.com/t/ZT123/', 'short_link'],
  ['https://www.tiktok.com/tag/running', 'platform_page'],
  ['https://www.tiktok.com/foryou', 'platform_page'],
  ['https://www.youtube.com/watch?v=a', 'post'],
  ['https://youtu.be/abc', 'post'],
  ['https://www.youtube.com/shorts/abc', 'post'],
  ['https://www.youtube.com/playlist?list=PL1', 'post'],
  ['https://www.youtube.com/feed/subscriptions', 'platform_page'],
  ['https://x.com/login', 'platform_page'],
  ['https://x.com/notifications', 'platform_page'],
  ['https://x.com/i/web/status/1', 'post'],
  ['https://x.com/search?q=maren', 'platform_page'],
  ['https://t.co/abc', 'short_link'],
] as const)('%s is no profile: %s', (url, reason) => {
  expect(readProfile(url)).toMatchObject({ ok: false, reason });
  expect(isProfile(url)).toBe(false);
});

test("a post tells the person, and is no proof that a page links its owner's profile", () => {
  expect(readProfile('https://x.com/maren/status/1')).toMatchObject({ ok: true, isPost: true });
  expect(isProfile('https://x.com/maren/status/1')).toBe(false);
  expect(isProfile('https://x.com/maren/media')).toBe(true);
});
