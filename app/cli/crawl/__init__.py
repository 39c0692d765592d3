"""The commands about crawls: `tianwang crawl`, `jobs`, `queue`, `why`, `take`, `hosts`, `plans`, `revisit`, `logins`."""
