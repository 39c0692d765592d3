"""What Office formats share: packages of XML parts, properties, passwords, drawings, number formats."""
